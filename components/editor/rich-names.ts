/** Elements that are marks by themselves, without attributes, beside those that the editor's kit knows. */
export const plainTags = ["sub", "sup", "mark", "kbd", "small", "ins", "q", "cite", "samp", "var", "dfn"] as const;

/** The mark of an element without attributes. */
export const markOf: Readonly<Record<string, string | undefined>> = {
  strong: "bold",
  b: "bold",
  em: "italic",
  i: "italic",
  del: "strike",
  s: "strike",
  strike: "strike",
  u: "underline",
  code: "code",
  ...Object.fromEntries(plainTags.map((name) => [name, name])),
};

/** The element of a mark. */
export const tagOf: Readonly<Record<string, string | undefined>> = {
  bold: "strong",
  italic: "em",
  strike: "del",
  underline: "u",
  code: "code",
  ...Object.fromEntries(plainTags.map((name) => [name, name])),
};

/**
 * What fields may hold that become classes or names. They come from the clipboard as well, where anybody's page puts what
 * it likes: with a space in it, such a class would be any other of the dashboard's, and lay what was pasted over all of it.
 */
export const [alignment, kindName, languageName] = [
  /^(?:left|center|right|justify)$/,
  /^[a-z]{1,20}$/,
  /^\S{1,64}$/,
] as const;

export const isNamed = (value: unknown, names: RegExp): value is string =>
  typeof value === "string" && names.test(value);
