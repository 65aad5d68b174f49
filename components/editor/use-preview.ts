"use client";
import { useEffect, useRef, useState } from "react";
import type { PreviewedText } from "../../lib/features/writing/revision-schema";
import { previewTextAction } from "../../app/admin/posts/actions";
import type { Text } from "./edits";
import { inSession } from "../ui/session";

export type Preview = { shown: PreviewedText | null; failed: string | null };

/**
 * The preview, rendered by the server when writing pauses (`changes` counts pauses). One request at a time, the newest
 * text next: the browser sends actions in sequence, and queued previews of a long text would delay saving.
 */
export function usePreview(wanted: boolean, changes: number, read: () => Text): Preview {
  const [preview, setPreview] = useState<Preview>({ shown: null, failed: null });
  const running = useRef(false);
  const next = useRef<(() => Promise<void>) | null>(null);
  const reading = useRef(read);
  useEffect(() => void (reading.current = read));
  useEffect(() => {
    if (!wanted) return;
    next.current = async () => {
      const answer = await inSession(() => previewTextAction(reading.current()));
      if (answer?.ok) setPreview({ shown: answer.data, failed: null });
      else setPreview((before) => ({ ...before, failed: answer?.error.message ?? "" }));
    };
    const work = async () => {
      running.current = true;
      for (let ask = next.current; ask; ask = next.current) {
        next.current = null;
        await ask();
      }
      running.current = false;
    };
    if (!running.current) void work();
    return () => void (next.current = null);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `changes` stands for the text
  }, [wanted, changes]);
  return preview;
}
