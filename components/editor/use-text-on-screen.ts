"use client";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Asked } from "./asked-dialog";
import { beginningOf, type Text } from "./edits";
import { findTexts } from "./find-texts";
import type { PictureHere } from "./text-view";
import { useText } from "./use-text";
import { useWords } from "./use-words";

/** Milliseconds from the last key to a new preview and count. */
const PAUSE = 300;
/** Characters that a search card shows of a text at most. */
const EXCERPT = 300;

/** The text and its editor, and what the page shows of it: what is asked for, the picture at the cursor, its beginning. */
export function useTextOnScreen(initial: Text) {
  const [changes, setChanges] = useState(0);
  const [excerpt, setExcerpt] = useState(() => beginningOf(initial, EXCERPT));
  const [picture, setPicture] = useState<PictureHere | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listener = useRef(() => {});
  const words = useWords();
  const t = useTranslations("ui");
  const { parent, text, view } = useText(initial, {
    ...words,
    failed: t("notFetched"),
    find: findTexts,
    ask: (what) => ask(what),
    atPicture: setPicture,
    changed: () => {
      listener.current();
      clearTimeout(pause.current);
      pause.current = setTimeout(() => {
        setChanges((before) => before + 1);
        setExcerpt(beginningOf(text.read(), EXCERPT));
      }, PAUSE);
    },
  });
  // oxlint-disable-next-line react/preserve-manual-memoization -- the text is the same one for as long as the page is open
  const ask = useCallback(
    (what: "link" | "image") => {
      const link = what === "link" ? (text.view?.takeLink() ?? null) : null;
      setAsked({ what, selected: text.view?.selected() ?? "", link });
    },
    // oxlint-disable-next-line react/preserve-manual-memoization -- as above
    [text],
  );
  /** Sets what is called at each change of the text. */
  const onChange = useCallback((called: () => void) => void (listener.current = called), []);
  useEffect(() => () => clearTimeout(pause.current), []);
  return { parent, text, view, changes, excerpt, picture, asked, setAsked, ask, onChange };
}
