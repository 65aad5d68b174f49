import { firstHeading } from "../../../../text/markdown/first-heading";

/** Removes the first heading of the first level from a text and returns it. */
export function takeHeading(body: string): { title: string; body: string } | null {
  const heading = firstHeading(body);
  if (heading === null) return null;
  const [from, to] = heading.lines;
  const rest = body.split("\n").toSpliced(from, to - from);
  return { title: heading.text, body: rest.join("\n").replace(/^\n+/, "") };
}

/** Makes a title of a file's name. */
export function titleFromName(stem: string): string {
  const words = stem.replace(/[-_\s]+/g, " ").trim();
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
