"use client";
import { useEffect, useState } from "react";
import { sameTexts, type Text } from "./edits";

type Pair = { before: string; after: string };

const isRich = ({ editorType }: Text) => editorType === "RICHTEXT";

async function comparable(before: Text, after: Text): Promise<Pair> {
  const sources = { before: before.originalContent, after: after.originalContent };
  if (!isRich(before) && !isRich(after)) return sources;
  try {
    const { markdownSourceOf } = await import("./rich-convert");
    const readable = (text: Text) => (isRich(text) ? markdownSourceOf(text.originalContent) : text.originalContent);
    const pair = { before: readable(before), after: readable(after) };
    // What only HTML says is compared as HTML.
    return pair.before === pair.after && !sameTexts(before, after) && isRich(before) === isRich(after) ? sources : pair;
  } catch {
    return sources;
  }
}

/** Two texts as people compare them: rich text as Markdown, since nobody wrote its HTML. Null until they are there. */
export function useComparable(before: Text, after: Text): Pair | null {
  const [pair, setPair] = useState<Pair | null>(null);
  const [was, is] = [before.originalContent, after.originalContent];
  const [wasType, isType] = [before.editorType, after.editorType];
  useEffect(() => {
    let isWanted = true;
    void comparable({ originalContent: was, editorType: wasType }, { originalContent: is, editorType: isType }).then(
      (made) => isWanted && setPair(made),
    );
    return () => void (isWanted = false);
  }, [was, is, wasType, isType]);
  return pair;
}
