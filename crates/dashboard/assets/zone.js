// Times are written in UTC. With script they are shown in the zone of whoever looks, and every `data-zone` says which that is.
const zone = () => {
  const parts = new Intl.DateTimeFormat(undefined, { timeZoneName: "short" }).formatToParts(new Date());
  return parts.find((part) => part.type === "timeZoneName")?.value ?? "";
};
const two = (number) => String(number).padStart(2, "0");

export const localise = (root) => {
  const here = zone();
  if (!here) return;
  for (const time of root.querySelectorAll("time[datetime]")) {
    const at = new Date(time.getAttribute("datetime"));
    if (Number.isNaN(at.getTime())) continue;
    const [day, minute] = [`${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`, `${two(at.getHours())}:${two(at.getMinutes())}`];
    time.textContent = "clock" in time.dataset ? `${minute}:${two(at.getSeconds())}` : `${day} ${minute}`;
  }
  for (const mark of root.querySelectorAll("[data-zone]")) mark.textContent = here;
};

localise(document);
