"use client";
import { useTranslations } from "next-intl";
import { useOptimistic, useState, useTransition } from "react";
import type { Result } from "../../lib/doors/result";
import { sayDone, sayFailed } from "../ui/toaster";
import { type Branch, type Place, withPlaces } from "./tree-moves";
import { inSession } from "../ui/session";
import { useFreshPage } from "../ui/use-fresh-page";

export type SendPlaces = (input: { items: Place[] }) => Promise<Result<{ before: Place[] }>>;

/** A tree in its order; a move is shown at once, saved as a whole or not at all, and can be taken back. */
export function usePlacing<R extends Branch>(rows: readonly R[], send: SendPlaces) {
  const t = useTranslations("tree");
  const ui = useTranslations("ui");
  const list = useTranslations("list");
  const refresh = useFreshPage();
  const [, start] = useTransition();
  const [tree, show] = useOptimistic<readonly R[], Place[]>(rows, withPlaces);
  const [said, setSaid] = useState("");

  /** For screen readers: its new neighbours. */
  function whereIs(now: readonly Branch[], { id, name }: Branch): string {
    const parentId = now.find((each) => each.id === id)?.parentId ?? null;
    const siblings = now.filter((each) => each.parentId === parentId);
    const parent = now.find((each) => each.id === parentId)?.name;
    const at = { name, place: siblings.findIndex((each) => each.id === id) + 1, of: siblings.length };
    return parent === undefined ? t("nowAtTop", at) : t("nowIn", { ...at, parent });
  }

  const put = (places: Place[], saved: (before: Place[]) => void) =>
    start(async () => {
      show(places);
      const answer = await inSession(() => send({ items: places }));
      if (answer?.ok) saved(answer.data.before);
      else sayFailed(answer?.error.message ?? t("notSaved"));
      // After a refusal too: what is stored is another order than the one shown.
      await refresh();
    });

  function move(row: Branch, places: Place[]): void {
    if (places.length === 0) return setSaid(t("cannotMove", { name: row.name }));
    put(places, (before) => {
      setSaid(whereIs(withPlaces(tree, places), row));
      sayDone(t("moved", { name: row.name }), {
        label: ui("undo"),
        run: () =>
          put(before, () => {
            setSaid("");
            sayDone(list("undone"));
          }),
      });
    });
  }
  return { tree, said, move };
}
