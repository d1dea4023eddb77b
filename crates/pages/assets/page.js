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

// Whether the server can be reached; what the browser believes about its connection is often wrong.
const reachable = () => fetch(document.querySelector("link[rel=icon]").href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(10_000) }).then((reply) => reply.ok, () => false);

// The clock, what it says when little is left, and the page that follows when nothing is.
const clock = document.querySelector("time[data-seconds]");
if (clock) {
  const end = performance.now() + Number(clock.dataset.seconds) * 1000;
  const minutes = new Intl.NumberFormat(document.documentElement.lang || "en", { style: "unit", unit: "minute", unitDisplay: "short" });
  const warning = document.querySelector("[data-warning]");
  const more = document.querySelector("[data-more-time]");
  const warn = (words) => { if (warning.textContent !== words) warning.textContent = words; };
  const show = () => {
    const seconds = Math.max(0, Math.round((end - performance.now()) / 1000));
    const last = seconds <= 120;
    clock.textContent = last ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : minutes.format(Math.ceil(seconds / 60));
    clock.parentElement.classList.toggle("short", last);
    if (more && seconds <= 600) more.hidden = false;
    if (seconds === 0) warn(clock.dataset.up);
    else if (seconds <= 300) warn(clock.dataset.soon.replace("#", Math.ceil(seconds / 60)));
    if (seconds > 0) setTimeout(show, last ? 1000 : 5000);
    // What was answered is saved as it is given; the server says what follows.
    else setTimeout(async () => { if (await reachable()) location.reload(); }, 4000);
  };
  show();
}

// An open link does not say who comes by it: the device remembers where it left off. A page that says how it ended
// leaves nothing to go on with.
const trail = location.pathname.split("/");
const entrance = `rejudge-open:${trail.slice(0, 3).join("/")}/`;
try {
  if (document.querySelector(".ending:is(.finished, .declined, .screened-out, .failed-check, .failed-training, .too-late, .returned, .withdrawn)")) localStorage.removeItem(entrance);
  else if ("resume" in document.body.dataset) localStorage.setItem(entrance, `${trail.slice(0, 4).join("/")}/`);
  const offer = document.querySelector("[data-resumable]");
  const begun = offer && localStorage.getItem(entrance);
  if (begun) {
    offer.querySelector("a").href = begun;
    offer.hidden = false;
  }
} catch {}

// Sends a form that may be sent again, and says where it leads. A page that comes in reply is shown by sending the form
// the browser's way, which changes nothing a second time. For every other form the server is merely asked whether it is there.
async function post(form, fields) {
  if (form.dataset.form !== "again") {
    if (await reachable()) return null;
    throw new Error("not reached");
  }
  const reply = await fetch(form.action, { method: "POST", body: fields, headers: { "rejudge-reply": "address" }, signal: AbortSignal.timeout(20_000) });
  if (reply.status >= 500 || reply.status === 429) throw new Error(String(reply.status));
  return reply.headers.get("rejudge-next");
}

const status = document.querySelector("[data-status]");
const tell = (words) => {
  if (!status) return;
  status.textContent = words;
  status.classList.add("offline");
};

// Without a connection the browser would show a page of its own and forget what was answered: so the script sends.
for (const form of document.querySelectorAll("form[data-form]")) {
  if (location.protocol === "file:" || new URL(form.action).origin !== location.origin) continue;
  const buttons = form.querySelectorAll("[type=submit]");
  let sent = false;
  const open = () => {
    sent = false;
    for (const button of buttons) button.removeAttribute("aria-disabled");
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sent) return;
    sent = true;
    for (const button of buttons) button.setAttribute("aria-disabled", "true");
    const fields = new URLSearchParams(new FormData(form));
    const { name, value } = event.submitter ?? {};
    if (name) fields.append(name, value);
    try {
      const next = await post(form, fields);
      // To the same address the browser would go without a step back to this page.
      if (next && new URL(next, location).href !== location.href) return location.assign(next);
      if (name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
      form.submit();
    } catch {
      open();
      form.dispatchEvent(new Event("unsent"));
      tell(status?.dataset.offlineSubmit);
    }
  });
  // Pages that come back from the browser's memory are to be sent again.
  addEventListener("pageshow", open);
}

// A link to another page of the study is followed when the server can be reached.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href]");
  const elsewhere = !link || link.target || !status || link.origin !== location.origin || link.pathname === location.pathname || location.protocol === "file:";
  if (elsewhere || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (await reachable()) location.assign(link.href);
  else tell(status.dataset.offline);
});

// A page from the browser's memory does not know what happened since; without a connection it is better than none.
addEventListener("pageshow", async (event) => {
  if (event.persisted && await reachable()) location.reload();
});

// A wheel turned over a field for a number scrolls the page; it is no answer.
addEventListener("wheel", (event) => {
  if (event.target === document.activeElement && event.target.type === "number") event.target.blur();
}, { passive: true });
