// Words of a text and places in it, counted in Unicode code points as the server counts them.
const length = (text) => [...text].length;

// Where words start and end; where a script has no spaces, the browser knows them.
export function wordsOf(text) {
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
export function selectedIn(element) {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return null;
  const start = before(element, range.startContainer, range.startOffset);
  return [start, start + length(range.toString())];
}

// The place in an element under a point of the window; before everything when it is elsewhere.
export function offsetAt(element, x, y) {
  const found = document.caretPositionFromPoint?.(x, y);
  const range = found ? null : document.caretRangeFromPoint?.(x, y);
  const [node, offset] = found ? [found.offsetNode, found.offset] : [range?.startContainer, range?.startOffset];
  return node && element.contains(node) ? before(element, node, offset) : -1;
}
