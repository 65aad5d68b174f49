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
