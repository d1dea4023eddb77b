// What every page has: hints that only make sense with script, the clock, a form that is sent once.
for (const element of document.querySelectorAll("[data-script]")) element.hidden = false;

// A summary of what is missing takes the focus, so that it is read first.
document.querySelector("[data-errors]")?.focus();

// Whoever withdrew leaves nothing behind on the device either. Where storage is switched off, there is nothing.
const forgotten = document.querySelector("[data-forget]")?.dataset.forget;
if (forgotten) {
  try {
    for (const store of [localStorage, sessionStorage]) {
      for (const key of Object.keys(store)) if (key.startsWith(`rejudge:${forgotten}:`)) store.removeItem(key);
    }
  } catch {}
}

const clock = document.querySelector("time[data-seconds]");
if (clock) {
  const end = performance.now() + Number(clock.dataset.seconds) * 1000;
  const minutes = new Intl.NumberFormat(document.documentElement.lang || "en", { style: "unit", unit: "minute", unitDisplay: "short" });
  const show = () => {
    const seconds = Math.max(0, Math.round((end - performance.now()) / 1000));
    const last = seconds <= 120;
    clock.textContent = last ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : minutes.format(Math.ceil(seconds / 60));
    clock.parentElement.classList.toggle("short", last);
    if (seconds > 0) setTimeout(show, last ? 1000 : 5000);
  };
  show();
}

for (const form of document.querySelectorAll("form[data-form]")) {
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent) return event.preventDefault();
    // The save module may have stopped it because there is no connection.
    setTimeout(() => {
      if (event.defaultPrevented) return;
      sent = true;
      for (const button of form.querySelectorAll("[type=submit]")) button.setAttribute("aria-disabled", "true");
    });
  });
  // Pages that come back from the browser's memory are to be sent again.
  addEventListener("pageshow", () => {
    sent = false;
    for (const button of form.querySelectorAll("[type=submit]")) button.removeAttribute("aria-disabled");
  });
}

// A page from the browser's memory does not know what happened since; without a connection it is better than none.
addEventListener("pageshow", (event) => {
  if (event.persisted && navigator.onLine) location.reload();
});
