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

  const device = {
    // Storage may be switched off or full: then there is only the connection.
    keep(body) { try { localStorage.setItem(place, body); } catch { /* told by the status line */ } },
    kept() { try { return localStorage.getItem(place); } catch { return null; } },
    drop() { try { localStorage.removeItem(place); } catch { /* nothing was kept */ } },
    // Having come to this page, earlier ones have been sent.
    dropOthers() {
      try {
        for (const key of Object.keys(localStorage)) if (key.startsWith(prefix) && key !== place) localStorage.removeItem(key);
      } catch { /* nothing was kept */ }
    },
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
    while (waiting) {
      waiting = false;
      tell("saving");
      try {
        const reply = await fetch(url, { method: "POST", body: new URLSearchParams(body()), keepalive: true, signal: AbortSignal.timeout(15_000) });
        // A refusal is for the next full page to explain; only a lost connection is worth another try.
        if (reply.status >= 500 || reply.status === 429) throw new Error(String(reply.status));
        pause = 1000;
        if (!waiting) { device.drop(); tell("saved"); }
      } catch {
        waiting = true;
        tell("offline");
        timer = setTimeout(send, pause);
        pause = Math.min(pause * 2, 30_000);
        break;
      }
    }
    running = false;
  }

  let soon;
  const changed = (delay) => {
    device.keep(body());
    waiting = true;
    clearTimeout(soon);
    soon = setTimeout(send, delay);
  };
  form.addEventListener("change", () => changed(150));
  form.addEventListener("input", (event) => {
    if (event.target.matches("textarea, input[type=text], input[type=number]")) changed(1500);
  });
  addEventListener("online", send);

  form.addEventListener("submit", (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    device.keep(body());
    waiting = true;
    tell("offlineSubmit");
  });

  // What was kept on this device and never reached the server is put back and sent.
  const kept = device.kept();
  if (kept !== null) {
    const fields = new URLSearchParams(kept);
    for (const field of form.elements) {
      if (!field.name || field.type === "hidden" || field.type === "submit") continue;
      const values = fields.getAll(field.name);
      if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
      else if (values.length === 1) field.value = values[0];
    }
    form.dispatchEvent(new CustomEvent("restored", { detail: fields }));
    waiting = true;
    send();
  }
  device.dropOthers();
}
