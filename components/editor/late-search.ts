import type { EditorView } from "@codemirror/view";

/** Find and replace, loaded when something is written or searched for. */
const fetched = () => import("./search");

/** Loads it ahead, so that it works without a connection. */
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
