/** A `ref` of what appears as an answer, such as a refusal: brings it into view, e.g. above buttons that stay in view. */
export function intoView(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
