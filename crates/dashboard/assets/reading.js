// The log of the study is being read: shows how far, and then the page that was asked for.
const again = async () => {
  const reply = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (reply && reply.status !== 503) return location.replace(location.href);
  const fresh = reply && new DOMParser().parseFromString(await reply.text(), "text/html");
  const [now, then] = [document, fresh].map((page) => page?.querySelector("[data-events]"));
  if (now && then) now.textContent = then.textContent;
  setTimeout(again, 500);
};
setTimeout(again, 500);
