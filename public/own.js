// What those who write the site decide on a public page waits until they have seen the page for a moment, as in the
// dashboard (components/admin/sight.ts): what was above it may have closed between two clicks. site.js loads it for them.

const SEEN_MS = 700;
/** Until the first moment is over, `own.css` lets nothing be clicked. */
let since = -SEEN_MS;
let isPointerHere = false;
const wait = () => (since = performance.now());

for (const type of ["pointerover", "pointermove"])
  addEventListener(type, ({ pointerType }) => {
    if (pointerType !== "mouse" || isPointerHere) return;
    isPointerHere = true;
    if (!document.hasFocus()) wait();
  });
addEventListener("pointerout", ({ relatedTarget }) => (isPointerHere &&= relatedTarget !== null));
addEventListener("blur", () => (isPointerHere = false));
addEventListener("focus", () => isPointerHere || wait());
addEventListener("pageshow", ({ persisted }) => persisted && wait());
document.addEventListener("visibilitychange", () => {
  isPointerHere = false;
  wait();
});

addEventListener(
  "click",
  (event) => {
    if (performance.now() - since >= SEEN_MS || !event.target.closest("form button")) return;
    wait();
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
