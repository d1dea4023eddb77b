// An answer takes back the reason not to judge, as the reason takes the place of the answer.
document.addEventListener("change", (event) => {
  const question = event.target.closest?.(".controls")?.closest(".question");
  for (const reason of question?.querySelectorAll(".unable input:checked") ?? []) reason.checked = false;
});
