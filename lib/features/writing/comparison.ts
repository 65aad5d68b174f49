import { diffArrays } from "diff";
import type { TextChange } from "./revision-schema";

/**
 * Milliseconds after which the comparison of two long texts gives up and treats all as replaced, so that others do not
 * wait.
 */
const MOST_TIME = 80;

const linesIn = (text: string) => (text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0));
const linesOf = (text: string) => (text === "" ? [] : text.split("\n"));

/**
 * The changes from one text to another, line by line. A last line without a line break equals one with it; the break
 * then belongs to the change.
 */
export function changesBetween(before: string, after: string, timeout = MOST_TIME): TextChange[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const found = diffArrays(old, fresh, { timeout }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: fresh },
  ];
  let [oldLeft, freshLeft] = [old.length, fresh.length];
  let [broken, counted] = ["", 0];
  return found
    .map(({ removed, added, value }): TextChange => {
      if (!added) oldLeft -= value.length;
      if (!removed) freshLeft -= value.length;
      const [oldGoesOn, freshGoesOn] = [oldLeft > 0, freshLeft > 0];
      const goesOn = removed ? oldGoesOn : added ? freshGoesOn : oldGoesOn && freshGoesOn;
      const text = broken + value.join("\n") + (goesOn ? "\n" : "");
      const change: TextChange = {
        kind: removed ? "removed" : added ? "added" : "same",
        lines: linesIn(text) - counted,
        text,
      };
      const isCut = !removed && !added && oldGoesOn !== freshGoesOn;
      // A break in one text only; the line before it is counted already unless it is empty.
      [broken, counted] = isCut ? ["\n", value.at(-1) === "" ? 0 : 1] : ["", 0];
      return change;
    })
    .filter(({ text }) => text !== "");
}

const count = (changes: TextChange[], wanted: TextChange["kind"]) =>
  changes.reduce((sum, { kind, lines }) => (kind === wanted ? sum + lines : sum), 0);

type Sided = { version: number; title: string; originalContent: string };

/** A revision compared with the current text. */
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
