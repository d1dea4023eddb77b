// Only in `rejudge preview`: reloads the page when a file of the study was saved.
let version = null;
async function look() {
  try {
    const reply = await fetch("version", { cache: "no-store" });
    const found = await reply.text();
    if (version !== null && version !== found) location.reload();
    version = found;
  } catch { /* the preview was stopped; it may come back */ }
  setTimeout(look, 700);
}
look();
