/** Milliseconds after a click in which another one makes it a double click. */
const DOUBLE_CLICK = 300;

/**
 * Tells whether a pointer is pressed in an element, or was until a moment ago: meanwhile nothing may move under it,
 * since a click that ends elsewhere than it began selects what lies between. `released` is called afterwards.
 */
export function watchPress(element: HTMLElement, released: () => void) {
  let isOn = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    clearTimeout(pause);
    isOn = true;
  };
  const end = () => {
    if (!isOn) return;
    clearTimeout(pause);
    pause = setTimeout(() => {
      isOn = false;
      released();
    }, DOUBLE_CLICK);
  };
  // A drag ends without `mouseup`, and one outside of the window without anything.
  const ends = ["mouseup", "dragend", "blur"] as const;
  element.addEventListener("mousedown", begin, { capture: true });
  for (const name of ends) window.addEventListener(name, end);
  return {
    isOn: () => isOn,
    stop: () => {
      clearTimeout(pause);
      element.removeEventListener("mousedown", begin, { capture: true });
      for (const name of ends) window.removeEventListener(name, end);
    },
  };
}

/** Makes a change of the page, and scrolls so that what `topOf` measures stays where it is on screen. */
export function inPlace(topOf: () => number | undefined, change: () => void): void {
  const before = topOf();
  change();
  const after = topOf();
  if (before !== undefined && after !== undefined && after !== before)
    window.scrollBy({ top: after - before, behavior: "instant" });
}
