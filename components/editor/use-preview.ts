"use client";
import { useEffect, useRef, useState } from "react";
import type { PreviewedText } from "../../lib/drafts/schema";
import { previewTextAction } from "../../lib/posts/actions";
import type { Post } from "../../lib/posts/schema";

export type Preview = { shown: PreviewedText | null; failed: string | null };

/** What readers will see, rendered by the server whenever writing has paused (`changes` counts that); of several answers the last one asked for counts. */
export function usePreview(wanted: boolean, changes: number, read: () => string, editorType: Post["editorType"]): Preview {
  const [preview, setPreview] = useState<Preview>({ shown: null, failed: null });
  const asked = useRef(0);
  const reading = useRef(read);
  useEffect(() => void (reading.current = read));
  useEffect(() => {
    if (!wanted) return;
    asked.current += 1;
    const mine = asked.current;
    void previewTextAction({ editorType, originalContent: reading.current() })
      .catch(() => null)
      .then((answer) => {
        if (mine !== asked.current) return;
        if (answer?.ok) setPreview({ shown: answer.data, failed: null });
        else setPreview((before) => ({ ...before, failed: answer?.error.message ?? "" }));
      });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `changes` stands for the text
  }, [wanted, changes, editorType]);
  return preview;
}
