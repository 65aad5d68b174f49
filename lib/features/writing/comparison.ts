import { diffLines } from "diff";
import type { TextChange } from "./revision-schema";

/** Two long texts without a common line would keep everybody else waiting: from then on one is simply replaced by the other. Milliseconds. */
const MOST_TIME = 80;

const linesIn = (text: string) => (text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0));

/** What leads from one text to another, line by line. */
export function changesBetween(before: string, after: string, timeout = MOST_TIME): TextChange[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", lines: linesIn(before), text: before }];
  const found = diffLines(before, after, { timeout }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  return found
    .filter(({ value }) => value !== "")
    .map(({ removed, added, value }) => ({
      kind: removed ? "removed" : added ? "added" : "same",
      lines: linesIn(value),
      text: value,
    }));
}

const count = (changes: TextChange[], wanted: TextChange["kind"]) =>
  changes.reduce((sum, { kind, lines }) => (kind === wanted ? sum + lines : sum), 0);

type Sided = { version: number; title: string; originalContent: string };

/** An earlier text compared with the one being worked on. */
export function compared(revision: Sided, present: Sided) {
  const changes = changesBetween(revision.originalContent, present.originalContent);
  return {
    fromVersion: revision.version,
    toVersion: present.version,
    title: { before: revision.title, after: present.title },
    added: count(changes, "added"),
    removed: count(changes, "removed"),
    changes,
  };
}
