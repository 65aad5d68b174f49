/** Where a key works: on every page, on a list, on the editor's page, or in its text. */
export const places = ["anywhere", "list", "editor", "text"] as const;
export type Place = (typeof places)[number];

/**
 * Every key of the dashboard in CodeMirror's notation: handlers, hints and the list of keys read it here. `Mod` is ⌘ on
 * a Mac, elsewhere Ctrl. A list's own letters stand at its actions.
 */
export const keys = {
  palette: { place: "anywhere", key: "Mod-k" },
  keys: { place: "anywhere", key: "?" },
  messages: { place: "anywhere", key: "Alt-t" },
  next: { place: "list", key: "j" },
  previous: { place: "list", key: "k" },
  select: { place: "list", key: "x" },
  open: { place: "list", key: "e" },
  save: { place: "editor", key: "Mod-s" },
  publish: { place: "editor", key: "Mod-Enter" },
  leaveFocusMode: { place: "editor", key: "Escape" },
  bold: { place: "text", key: "Mod-b" },
  italic: { place: "text", key: "Mod-i" },
  inlineCode: { place: "text", key: "Mod-e" },
  link: { place: "text", key: "Mod-k" },
  heading2: { place: "text", key: "Mod-Alt-2" },
  heading3: { place: "text", key: "Mod-Alt-3" },
  quote: { place: "text", key: "Mod-Shift-9" },
  list: { place: "text", key: "Mod-Shift-8" },
  tasks: { place: "text", key: "Mod-Shift-7" },
  insert: { place: "text", key: "/" },
  search: { place: "text", key: "Mod-f" },
  pastePlain: { place: "text", key: "Mod-Shift-v" },
  undo: { place: "text", key: "Mod-z" },
  redo: { place: "text", key: "Mod-Shift-z" },
} as const satisfies Record<string, { place: Place; key: string }>;

export type KeyName = keyof typeof keys;
export const keyNames = Object.keys(keys) as KeyName[];

type Pressed = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey"> & { code?: string };

/** Whether this is the key with that name. */
export function isKey(name: KeyName, { key, code, metaKey, ctrlKey, altKey, shiftKey }: Pressed): boolean {
  const parts = keys[name].key.split("-");
  const wanted = parts.at(-1) ?? "";
  // A sign such as "?" needs Shift on some keyboards and not on others.
  const isShiftRight =
    wanted.length === 1 && wanted.toLowerCase() === wanted.toUpperCase() ? true : shiftKey === parts.includes("Shift");
  // With Alt, a Mac's keyboard writes another letter.
  const isRight = key.toLowerCase() === wanted.toLowerCase() || (altKey && code === `Key${wanted.toUpperCase()}`);
  return isRight && (metaKey || ctrlKey) === parts.includes("Mod") && altKey === parts.includes("Alt") && isShiftRight;
}

/** Whether this letter was pressed alone. */
export const isLetter = (letter: string, { key, metaKey, ctrlKey, altKey, shiftKey }: Pressed): boolean =>
  key === letter && !metaKey && !ctrlKey && !altKey && !shiftKey;

const isMac = () => typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

/** The key caps, as this machine's keyboard names them. */
export const capsOf = (name: KeyName, mac = isMac()): string[] =>
  keys[name].key
    .split("-")
    .map((part) =>
      part === "Mod" ? (mac ? "⌘" : "Ctrl") : part === "Escape" ? "Esc" : part.length === 1 ? part.toUpperCase() : part,
    );

/** Whether keys typed there belong to a text or a dialog. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]",
  ) !== null;
