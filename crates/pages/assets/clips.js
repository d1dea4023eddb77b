// Recordings and videos are played to the end before the page is sent. What was played stays so when the page is shown again.
const form = document.querySelector("form[data-play-through]");
const clips = form ? [...document.querySelectorAll("audio, video")] : [];
const place = (clip) => `rejudge-played:${location.pathname}:${clip.getAttribute("src")}`;
const remember = (action) => { try { return action(); } catch { return null; } };
const played = new Set(clips.filter((clip) => remember(() => sessionStorage.getItem(place(clip)))));

for (const clip of clips) {
  clip.addEventListener("ended", () => {
    // Whoever jumps to the end has not heard it.
    let seconds = 0;
    for (let part = 0; part < clip.played.length; part += 1) seconds += clip.played.end(part) - clip.played.start(part);
    if (seconds < clip.duration * 0.9) return;
    played.add(clip);
    remember(() => sessionStorage.setItem(place(clip), "yes"));
  });
}

// Not where saving is reported, which would speak over it.
const said = Object.assign(document.createElement("p"), { className: "error" });
said.setAttribute("role", "alert");
form?.querySelector(".actions").before(said);

document.addEventListener("submit", (event) => {
  const open = clips.find((clip) => !played.has(clip));
  if (!open || event.target !== form || event.submitter?.name === "back") return;
  event.preventDefault();
  event.stopPropagation();
  said.textContent = form.dataset.playThrough;
  open.focus();
  open.scrollIntoView({ block: "nearest" });
}, { capture: true });
