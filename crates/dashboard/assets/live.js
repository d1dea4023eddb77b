// Keeps the parts marked `data-live` up to date: asks for the page again and takes over what changed. Not while the
// page is hidden, nor while something in the part has the focus.
import { localise } from "./zone.js";

const every = 5000;
let wait = every;

const refresh = async () => {
  if (document.hidden) return;
  const reply = await fetch(location.href, { headers: { accept: "text/html" }, redirect: "error" });
  if (!reply.ok) throw new Error(String(reply.status));
  const fresh = new DOMParser().parseFromString(await reply.text(), "text/html");
  localise(fresh);
  for (const part of document.querySelectorAll("[data-live]")) {
    const now = fresh.querySelector(`[data-live="${CSS.escape(part.dataset.live)}"]`);
    // What was unfolded stays unfolded.
    const folds = now?.querySelectorAll("details") ?? [];
    part.querySelectorAll("details").forEach((fold, index) => folds[index]?.toggleAttribute("open", fold.open));
    if (now && !part.contains(document.activeElement) && now.innerHTML !== part.innerHTML) part.innerHTML = now.innerHTML;
  }
};

const again = async () => {
  const state = document.querySelector("[data-live-state]");
  try {
    await refresh();
    wait = every;
    if (state) state.textContent = "";
  } catch {
    // The server may be down or the sign-in over; what stands on the page is old then, and the page says so.
    wait = Math.min(wait * 2, 60000);
    if (state) state.textContent = "Not up to date: the server does not answer. Reload the page to try again.";
  }
  setTimeout(again, wait);
};
setTimeout(again, wait);
