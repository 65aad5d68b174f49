/** Longest title of a post, in code points. */
const MAX_TITLE = 100;

const fence = /^ {0,3}(```+|~~~+)/;
const heading = /^ {0,3}#[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/;
const underline = /^ {0,3}=+[ \t]*$/;

/** A line of Markdown as plain text: without emphasis, code marks, links and `{#id}`. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\s*\{#[^}]*\}\s*$/, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/!?\[([^\]]*)\]\[[^\]]*\]/g, "$1")
    .replace(/`+|\*+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();

/** Removes the first heading of the first level from a text and returns it. */
export function takeHeading(body: string): { title: string; body: string } | null {
  const lines = body.split("\n");
  let inCode = "";
  for (const [i, line] of lines.entries()) {
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined && (inCode === "" || mark.startsWith(inCode))) inCode = inCode === "" ? mark : "";
    if (inCode !== "" || mark !== undefined) continue;
    const hashed = heading.exec(line)?.[1];
    const underlined =
      line.trim() !== "" &&
      !/^(\s{4}|\t|[>\-*+#|<])/.test(line) &&
      (i === 0 || lines[i - 1]?.trim() === "") &&
      underline.test(lines[i + 1] ?? "");
    const title = plain(hashed ?? (underlined ? line : ""));
    if (title === "") continue;
    lines.splice(i, hashed === undefined ? 2 : 1);
    return { title, body: lines.join("\n").replace(/^\n+/, "") };
  }
  return null;
}

/** Makes a title of a file's name. */
export function titleFromName(stem: string): string {
  const words = stem.replace(/[-_\s]+/g, " ").trim();
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** The title cut to its bound, and whether it was cut. */
export function fitTitle(title: string): { title: string; cut: boolean } {
  const points = Array.from(title.replace(/\s+/g, " ").trim());
  if (points.length <= MAX_TITLE) return { title: points.join(""), cut: false };
  return {
    title: `${points
      .slice(0, MAX_TITLE - 1)
      .join("")
      .trimEnd()}…`,
    cut: true,
  };
}
