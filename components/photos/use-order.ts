"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useOptimistic, useState, useTransition } from "react";
import { placePhotosAction } from "../../app/admin/photos/actions";
import type { Photo, PhotoPlace } from "../../lib/features/photos/schema";
import { sayDone, sayFailed } from "../ui/toaster";
import { placing, type Step, stepping, withPlaces } from "./photo-order";
import { inSession } from "../ui/session";

/** The photos in their order; a move is shown at once, saved, and can be taken back. */
export function useOrder(photos: Photo[]) {
  const t = useTranslations("photoWall");
  const ui = useTranslations("ui");
  const list = useTranslations("list");
  const router = useRouter();
  const [, start] = useTransition();
  const [shown, place] = useOptimistic(photos, (before, places: PhotoPlace[]) => withPlaces(before, places));
  const [said, setSaid] = useState("");

  /** For screen readers: where it is now. */
  function whereIs(now: readonly Photo[], { id, name }: Photo): string {
    const team = now.find((photo) => photo.id === id)?.team ?? "";
    const row = now.filter((photo) => photo.team === team);
    return t("nowAt", {
      name,
      place: row.findIndex((photo) => photo.id === id) + 1,
      of: row.length,
      team: team || t("others"),
    });
  }

  function save(places: PhotoPlace[], photo: Photo): void {
    if (places.length === 0) return setSaid(t("cannotMove", { name: photo.name }));
    start(async () => {
      place(places);
      const answer = await inSession(() => placePhotosAction({ items: places })).catch(() => null);
      if (!answer?.ok) return sayFailed(answer?.error.message ?? list("failed"));
      setSaid(whereIs(withPlaces(shown, places), photo));
      const { before } = answer.data;
      sayDone(t("moved", { name: photo.name }), { label: ui("undo"), run: () => undo(before) });
      router.refresh();
    });
  }

  const undo = (before: PhotoPlace[]) =>
    start(async () => {
      place(before);
      const answer = await inSession(() => placePhotosAction({ items: before })).catch(() => null);
      if (answer?.ok) sayDone(list("undone"));
      else sayFailed(answer?.error.message ?? list("failed"));
      router.refresh();
    });

  return {
    shown,
    said,
    canStep: (photo: Photo, step: Step) => stepping(shown, photo.id, step).length > 0,
    step: (photo: Photo, step: Step) => save(stepping(shown, photo.id, step), photo),
    put: (id: number, team: string, before: number | null) => {
      const photo = shown.find((each) => each.id === id);
      if (photo) save(placing(shown, id, team, before), photo);
    },
  };
}
