import type { EditorView } from "@codemirror/view";

/** Find and replace, which is fetched when something is written or looked for. */
const fetched = () => import("./search");

/** Fetches it ahead, so that it is there without a connection too. */
export const prepareSearch = (view: EditorView): void =>
  void fetched().then(
    ({ equip }) => equip(view),
    () => undefined,
  );

export const openSearch = (view: EditorView): void =>
  void fetched().then(
    ({ open }) => open(view),
    () => undefined,
  );
