// Words of a text and places in it, counted in Unicode code points as the server counts them.
const length = (text) => [...text].length;

// Where words start and end; where a script has no spaces, the browser knows them.
function wordsOf(text) {
  const found = globalThis.Intl?.Segmenter
    ? [...new Intl.Segmenter(document.documentElement.lang || "en", { granularity: "word" }).segment(text)].map(({ segment, index }) => [index, segment])
    : [...text.matchAll(/[\p{L}\p{M}\p{N}'’]+|[^\s]/gu)].map(({ index, 0: word }) => [index, word]);
  let [unit, point] = [0, 0];
  return found.filter(([, word]) => word.trim()).map(([index, word]) => {
    point += length(text.slice(unit, index));
    unit = index;
    return { start: point, end: point + length(word) };
  });
}

function before(element, node, offset) {
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(node, offset);
  return length(range.toString());
}

// The first and last place of what is selected in an element; nothing when that is elsewhere.
function selectedIn(element) {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return null;
  const start = before(element, range.startContainer, range.startOffset);
  return [start, start + length(range.toString())];
}

// The place in an element under a point of the window; before everything when it is elsewhere.
function offsetAt(element, x, y) {
  const found = document.caretPositionFromPoint?.(x, y);
  const range = found ? null : document.caretRangeFromPoint?.(x, y);
  const [node, offset] = found ? [found.offsetNode, found.offset] : [range?.startContainer, range?.startOffset];
  return node && element.contains(node) ? before(element, node, offset) : -1;
}

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// A text that can be marked: what it is called in fields, its letters, and its words.
export function markable(element) {
  const letters = [...element.textContent];
  const words = wordsOf(letters.join(""));
  const snapped = (start, end) => {
    const touched = words.filter((word) => word.start < end && start < word.end);
    return touched.length ? { start: touched[0].start, end: touched.at(-1).end } : null;
  };
  return {
    element,
    name: element.dataset.text,
    letters,
    words,
    snapped,
    anchor: -1,
    head: -1,
    selected() {
      const found = selectedIn(element);
      return found && snapped(...found);
    },
    wordAt(x, y) {
      const at = offsetAt(element, x, y);
      return words.find((word) => word.start <= at && at < word.end) ?? words.find((word) => word.end === at) ?? null;
    },
  };
}

// A place as fields hold it: `12` in the output, `source:12` in another text, `missing` nowhere.
export const toField = (text, at) => text === "missing" ? text : text === "output" ? String(at) : `${text}:${at}`;

export function fromFields(start, end) {
  if (start === "missing") return { text: start, start: 0, end: 0 };
  const [, text = "output", at] = /^(?:(\w+):)?(\d+)$/.exec(start) ?? [];
  const span = { text, start: Number(at), end: Number(end.split(":").at(-1)) };
  return at && span.end > span.start ? span : null;
}
