// Saves answers while they are given. What cannot be sent is kept on the device, sent when the
// connection returns, and the person is told.
import { measure } from "./timing.js";

const form = document.querySelector("form[data-save]");
if (form && form.dataset.save) {
  const { save: url, session } = form.dataset;
  const status = form.querySelector("[data-status]");
  const prefix = `rejudge:${session}:`;
  const place = prefix + form.getAttribute("action");
  let waiting = false; // something is to be sent
  let running = false;
  let pause = 1000;
  let timer;
  let sending = null; // the request under way
  let submitting = false;
  let pressed = false; // the button was pressed in vain, and is to be pressed again

  // Storage may be switched off or full: then there is only the connection.
  const attempt = (action) => { try { return action(); } catch { return null; } };
  const device = {
    keep: (body) => attempt(() => localStorage.setItem(place, body)),
    kept: () => attempt(() => localStorage.getItem(place)),
    // What was sent may still be half an answer, which the server does not keep: this tab remembers it.
    sent: (body) => attempt(() => { localStorage.removeItem(place); sessionStorage.setItem(place, body); }),
    forget: () => attempt(() => { localStorage.removeItem(place); sessionStorage.removeItem(place); }),
    draft: () => attempt(() => sessionStorage.getItem(place)),
    // Having come to this page, earlier ones have been sent.
    dropOthers: () => attempt(() => {
      for (const store of [localStorage, sessionStorage]) {
        for (const key of Object.keys(store)) if (key.startsWith(prefix) && key !== place) store.removeItem(key);
      }
    }),
  };

  const body = () => {
    measure(form);
    return new URLSearchParams(new FormData(form)).toString();
  };

  const tell = (what) => {
    status.textContent = status.dataset[what] ?? "";
    status.classList.toggle("offline", what.startsWith("offline"));
  };

  async function send() {
    if (running) return;
    running = true;
    clearTimeout(timer);
    while (waiting && !submitting) {
      waiting = false;
      if (!pressed) tell("saving");
      sending = new AbortController();
      const patience = setTimeout(() => sending.abort(), 15_000);
      try {
        const fields = body();
        const reply = await fetch(url, { method: "POST", body: new URLSearchParams(fields), keepalive: true, signal: sending.signal });
        // Only a lost connection or a busy server is worth another try; a refusal is for the next full
        // page to explain.
        if (reply.status >= 500 || reply.status === 429) throw new Error(String(reply.status));
        pause = 1000;
        pressed = false;
        if (reply.status === 409) {
          // This page was sent since, from another tab or device: show what counts instead of what was changed here.
          device.forget();
          location.reload();
          return;
        }
        if (!reply.ok) tell("");
        else if (!waiting) { device.sent(fields); tell("saved"); }
      } catch {
        if (submitting) break;
        waiting = true;
        tell(pressed ? "offlineSubmit" : "offline");
        timer = setTimeout(send, pause);
        pause = Math.min(pause * 2, 30_000);
        break;
      } finally {
        clearTimeout(patience);
      }
    }
    running = false;
  }

  let soon;
  const changed = (delay) => {
    device.keep(body());
    waiting = true;
    if (!status.classList.contains("offline")) tell("saving");
    clearTimeout(soon);
    soon = setTimeout(send, delay);
  };
  form.addEventListener("change", () => changed(150));
  form.addEventListener("input", (event) => {
    if (event.target.matches("textarea, input[type=text], input[type=number]")) changed(1500);
  });
  addEventListener("online", send);

  // The submission says it all: nothing that was saved before may arrive after it.
  form.addEventListener("submit", () => {
    submitting = true;
    clearTimeout(soon);
    clearTimeout(timer);
    sending?.abort();
  });
  form.addEventListener("unsent", () => {
    device.keep(body());
    submitting = false;
    waiting = pressed = true;
    timer = setTimeout(send, pause);
  });

  function restore(fields) {
    for (const field of form.elements) {
      if (!field.name || !fields.has(field.name) && field.type !== "checkbox" && field.type !== "radio") continue;
      const values = fields.getAll(field.name);
      if (field.type === "radio" || field.type === "checkbox") field.checked ||= values.includes(field.value);
      else if (values.length === 1 && field.type !== "hidden" && field.type !== "submit") field.value = values[0];
    }
    form.dispatchEvent(new CustomEvent("restored", { detail: fields }));
  }

  // What never reached the server is put back and sent. Of what did, only answers that the page does
  // not show again were not complete enough to be kept.
  const question = (name) => name.split(".", 2).join(".");
  const [kept, draft] = [device.kept(), device.draft()];
  if (kept !== null) {
    for (const control of form.querySelectorAll(":checked")) control.checked = false;
    const fields = new URLSearchParams(kept);
    restore(fields);
    // It is as old as the page it was given on: whether that was sent since is for the server to say.
    if (form.elements.loaded_at && fields.has("loaded_at")) form.elements.loaded_at.value = fields.get("loaded_at");
    waiting = true;
    send();
  } else if (draft !== null) {
    const shown = new Set([...new FormData(form)].filter(([, value]) => value !== "").map(([name]) => question(name)));
    restore(new URLSearchParams([...new URLSearchParams(draft)].filter(([name]) => !shown.has(question(name)))));
  }
  device.dropOthers();
}
