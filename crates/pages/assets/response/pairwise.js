// A click on a text chooses it, where only one question compares the two.
for (const screen of document.querySelectorAll(".screen")) {
  const pairs = screen.querySelectorAll("[data-behaviour=pairwise]");
  const cards = [...screen.querySelectorAll(".outputs > .output")];
  if (pairs.length !== 1 || pairs[0].closest("[disabled]")) continue;
  const choices = cards.map((_, place) => pairs[0].querySelector(`input[value="${"ab"[place]}"]`));
  const show = () => cards.forEach((card, place) => card.classList.toggle("chosen", choices[place].checked));
  cards.forEach((card, place) => {
    card.classList.add("choosable");
    card.addEventListener("click", (event) => {
      // Selecting words and playing a clip are no choice.
      if (event.target.closest("a, button, audio, video, summary, [popover]") || !getSelection().isCollapsed) return;
      choices[place].click();
    });
  });
  pairs[0].addEventListener("change", show);
  document.querySelector("form").addEventListener("restored", show);
  show();
}
