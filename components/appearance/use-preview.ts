"use client";
import { useEffect, useState } from "react";
import { previewAppearanceAction } from "../../app/admin/appearance/actions";
import type { AppearanceDraft } from "../../lib/features/options/schema";
import { inSession } from "../ui/session";

/** Waits for a pause in typing, and asks again before a preview ends; milliseconds. */
const [PAUSE, RENEWAL] = [350, 10 * 60 * 1000];

type Shown = { path: string | null; problem: string | null };

/** Where pages can be seen as these options would make them; the last ones while the next are being prepared. */
export function usePreview(draft: AppearanceDraft): Shown & { isBehind: boolean; again: () => void } {
  const wanted = JSON.stringify(draft);
  const [turn, setTurn] = useState(0);
  const [shown, setShown] = useState<Shown & { of: string }>({ path: null, problem: null, of: "" });
  useEffect(() => {
    let isLate = false;
    let renewal: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const answer = await inSession(() => previewAppearanceAction(JSON.parse(wanted) as AppearanceDraft));
      if (isLate) return;
      const of = `${turn} ${wanted}`;
      if (answer?.ok) setShown({ path: answer.data.path, problem: null, of });
      // What is wrong with a field is said at the field.
      else setShown((before) => ({ ...before, problem: answer ? answer.error.message : "", of }));
      renewal = setTimeout(() => void ask(), RENEWAL);
    };
    const pause = setTimeout(() => void ask(), turn === 0 && wanted === "{}" ? 0 : PAUSE);
    return () => {
      isLate = true;
      clearTimeout(pause);
      clearTimeout(renewal);
    };
  }, [wanted, turn]);
  return {
    path: shown.path,
    problem: shown.problem,
    isBehind: shown.of !== `${turn} ${wanted}`,
    again: () => setTurn((count) => count + 1),
  };
}
