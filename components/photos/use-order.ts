"use client";
import { useTranslations } from "next-intl";
import { useOptimistic, useState, useTransition } from "react";
import { movePhotoAction, placePhotosAction } from "../../app/admin/photos/actions";
import type { Photo, PhotoPlace } from "../../lib/features/photos/schema";
import { sayDone, sayFailed } from "../ui/toaster";
import { type Move, withMove } from "./photo-order";
import { inSession } from "../ui/session";
import { useFreshPage } from "../ui/use-fresh-page";

type Moved = { id: number; move: Move };

/** The photos of a page in their order; a move is shown at once, saved, and can be taken back. */
export function useOrder(photos: Photo[]) {
  const t = useTranslations("photoWall");
  const ui = useTranslations("ui");
  const list = useTranslations("list");
  const tree = useTranslations("tree");
  const refresh = useFreshPage();
  const [, start] = useTransition();
  const [shown, show] = useOptimistic(photos, (before, { id, move }: Moved) => withMove(before, id, move));
  const [said, setSaid] = useState("");

  function move(photo: Photo, to: Move): void {
    const { id, name, team, priority } = photo;
    start(async () => {
      show({ id, move: to });
      const answer = await inSession(() => movePhotoAction({ photoId: id, ...to, from: { team, priority } }));
      if (!answer?.ok) {
        sayFailed(answer?.error.message ?? tree("notSaved"));
        return refresh();
      }
      const { before, place, of } = answer.data;
      if (before.length === 0) return setSaid(t("cannotMove", { name }));
      const [after = photo] = withMove(shown, id, to).filter((each) => each.id === id);
      // For screen readers: where it is now.
      setSaid(t("nowAt", { name, place, of, team: after.team || t("others") }));
      sayDone(t("moved", { name }), { label: ui("undo"), run: () => undo(before) });
      await refresh();
    });
  }

  const undo = (before: PhotoPlace[]) =>
    start(async () => {
      const answer = await inSession(() => placePhotosAction({ items: before }));
      if (answer?.ok) sayDone(list("undone"));
      else sayFailed(answer?.error.message ?? list("failed"));
      await refresh();
    });

  return {
    shown,
    said,
    move,
    cannotMove: (photo: Photo) => setSaid(t("cannotMove", { name: photo.name })),
  };
}
