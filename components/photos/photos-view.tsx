"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createPhotosAction, deletePhotosAction, placePhotosAction } from "../../app/admin/photos/actions";
import type { Photo, PhotoCounts, PhotoSearch } from "../../lib/features/photos/schema";
import { Page, PageAction } from "../admin/page";
import { DropVeil } from "../media/drop-veil";
import type { Picked } from "../media/picked";
import { usePageDrop } from "../media/use-page-drop";
import { putBack } from "../admin/put-back";
import { ListFilters } from "../resource/list-filters";
import { ListPager } from "../resource/list-pager";
import { ListPartsProvider } from "../resource/listing";
import { isNarrowed, type ListView } from "../resource/list-place";
import { NothingHere } from "../resource/nothing-here";
import { Empty } from "../ui/empty";
import { Button } from "../ui/button";
import { late } from "../ui/late";
import { sayDone, sayFailed } from "../ui/toaster";
import { useAction } from "../ui/use-action";
import { PhotoBar } from "./photo-bar";
import { type Doing, PhotoTeam } from "./photo-team";
import { photoPlace } from "./list";
import { countsOf, teamsOf } from "./photo-order";
import { useOrder } from "./use-order";
import { usePhotoDrag } from "./use-photo-drag";
import { inSession } from "../ui/session";
import { decodePart } from "../../lib/text/address-parts";
import { useFreshPage } from "../ui/use-fresh-page";

const Picker = late(async () => (await import("../media/picker/picker")).Picker);
const PhotoDialog = late(async () => (await import("./photo-dialog")).PhotoDialog);
const TeamDialog = late(async () => (await import("../media/team-dialog")).TeamDialog);

const nameOf = ({ file, url }: Picked): string =>
  (file?.name ?? decodePart(url.split(/[?#]/)[0]?.split("/").at(-1) ?? "")).replace(/\.[^.]+$/, "") || url;

type Props = { rows: Photo[]; total: number; view: ListView<PhotoSearch>; counts: PhotoCounts };

/** The photos as a wall by teams: added, found, described, ordered, put into teams. */
export function PhotosView({ rows: photos, total, view, counts }: Props) {
  const t = useTranslations("photoWall");
  const ui = useTranslations("ui");
  const list = useTranslations("list");
  const refresh = useFreshPage();
  const picker = useTranslations("media.picker");
  const [picking, setPicking] = useState<boolean | null>(null);
  const [dropped, setDropped] = useState<File[]>([]);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { run } = useAction();
  const order = useOrder(photos);
  const drag = usePhotoDrag((id, to) => {
    const photo = photos.find((each) => each.id === id);
    if (photo) order.move(photo, to);
  });
  const chosen = photos.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const toggle = (id: number) =>
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const add = async (picked: Picked[]) => {
    setPicking(false);
    const items = picked.map((each) => ({
      name: nameOf(each),
      url: each.url,
      thumbnail: "",
      description: each.file?.caption || each.altText,
    }));
    const answer = await inSession(() => createPhotosAction({ items }));
    if (!answer?.ok) return sayFailed(answer?.error.message ?? list("failed"));
    const ids = answer.data.map(({ id }) => id);
    sayDone(t("added", { count: ids.length }), {
      label: ui("undo"),
      run: () => run(() => deletePhotosAction({ ids }), t("removed", { count: ids.length })),
    });
    await refresh();
  };
  const remove = (ids: number[]) => {
    run(
      () => deletePhotosAction({ ids }),
      t("removed", { count: ids.length }),
      () => putBack("photo", ids),
    );
    setSelected(new Set());
  };
  const putInto = (team: string, ids: number[]) => {
    const items = photos
      .filter(({ id }) => ids.includes(id))
      .map(({ id, team: own, priority }) => ({ photoId: id, team, priority: 0, from: { team: own, priority } }));
    run(
      () => placePhotosAction({ items }),
      t("teamed", { count: ids.length }),
      ({ before }) => placePhotosAction({ items: before }),
    );
    setSelected(new Set());
  };
  const teams = counts.teams.map(({ team }) => team).filter(Boolean);
  const isEmpty = total === 0 && !isNarrowed(photoPlace, view);
  // A search leaves photos out, between which nothing can be put.
  const isOrdered = view.keyword === "";
  const teamOfFilter = view.filters.team;
  const choices = {
    team: counts.teams.map(({ team }) => ({ id: team, name: team || t("others") })),
  };
  const pick = (files: File[] = []) => {
    setDropped(files);
    setPicking(true);
  };
  const over = usePageDrop((files) => pick(files), picking !== true);
  return (
    <Page
      title={t("title")}
      action={!isEmpty ? <PageAction label={t("add")} onClick={() => pick()} {...Picker.opener} /> : undefined}
    >
      {isEmpty ? (
        <Empty
          text={t("noPhotos")}
          action={
            <Button look="strong" onClick={() => pick()} {...Picker.opener}>
              {t("add")}
            </Button>
          }
        />
      ) : (
        <ListPartsProvider place={photoPlace} words="photoWall" view={view} total={total} choices={choices}>
          <ListFilters />
          {total === 0 ? <NothingHere /> : isOrdered && <p className="mb-4 text-soft max-md:hidden">{t("dragHint")}</p>}
          {teamsOf(order.shown).map(([team, row]) => {
            const { total: own, start } = countsOf(counts.teams, team);
            const first = (view.page - 1) * view.size;
            const before = Math.max(0, teamOfFilter === undefined ? first - start : first);
            return (
              <PhotoTeam
                key={team}
                team={team}
                photos={row}
                total={Math.max(own, row.length)}
                before={before}
                isOrdered={isOrdered}
                order={order}
                drag={drag}
                selected={selected}
                onToggle={toggle}
                onDo={setDoing}
                onRemove={remove}
              />
            );
          })}
          <ListPager />
        </ListPartsProvider>
      )}
      <p aria-live="polite" className="sr-only">
        {order.said}
      </p>
      {chosen.length > 0 && (
        <PhotoBar
          count={chosen.length}
          onTeam={() => setDoing({ what: "team", ids: chosen })}
          onDelete={() => remove(chosen)}
          onClear={() => setSelected(new Set())}
        />
      )}
      {over && <DropVeil text={picker("drop")} />}
      {picking !== null && (
        <Picker
          open={picking}
          kind="image"
          several
          asksAlt
          files={dropped}
          onClose={() => setPicking(false)}
          onPick={(each) => void add(each)}
        />
      )}
      {doing?.what === "edit" && <PhotoDialog photo={doing.photo} teams={teams} onClose={() => setDoing(null)} />}
      {doing?.what === "team" && (
        <TeamDialog
          words="photoWall"
          count={doing.ids.length}
          team={doing.ids.length === 1 ? (photos.find(({ id }) => id === doing.ids[0])?.team ?? "") : ""}
          teams={teams}
          onSave={(team) => putInto(team, doing.ids)}
          onClose={() => setDoing(null)}
        />
      )}
    </Page>
  );
}
