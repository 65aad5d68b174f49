"use client";
import { clsx } from "clsx";
import { ArrowLeft, ArrowRight, FolderInput, MoreHorizontal, Pencil, Trash2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { Photo } from "../../lib/features/photos/schema";
import { Button } from "../ui/button";
import { MenuButton } from "../ui/menu-button";
import { Tooltip } from "../ui/tooltip";
import type { Step } from "./photo-order";

import type { useOrder } from "./use-order";
import type { usePhotoDrag } from "./use-photo-drag";

/** What is being done with photos. */
export type Doing = { what: "edit"; photo: Photo } | { what: "team"; ids: number[] };

const steps: [step: Step, icon: typeof ArrowLeft][] = [
  ["earlier", ArrowLeft],
  ["later", ArrowRight],
];

type Props = {
  team: string;
  photos: Photo[];
  /** How many the team has on all pages, and how many of them stand before this page. */
  total: number;
  before: number;
  /** Whether the shown order is one that photos can be put into. */
  isOrdered: boolean;
  order: ReturnType<typeof useOrder>;
  drag: ReturnType<typeof usePhotoDrag>;
  selected: ReadonlySet<number>;
  onToggle: (id: number) => void;
  onDo: (doing: Doing) => void;
  onRemove: (ids: number[]) => void;
};

/** The photos of one team, in their order. */
export function PhotoTeam({ team, photos, total, before, isOrdered, order, drag, ...rest }: Props) {
  const t = useTranslations("photoWall");
  const isOver = drag.dragged !== null && drag.over?.team === team && drag.over.target === null;
  return (
    <section
      aria-label={team || t("others")}
      {...(isOrdered && drag.teamOf(team))}
      className={clsx("-mx-2 mb-6 rounded-lg p-2", isOver && "bg-[color-mix(in_srgb,var(--accent)_8%,transparent)]")}
    >
      <h2 className="mb-2.5 [overflow-wrap:anywhere]">
        <bdi>{team || t("others")}</bdi> <span className="font-[450] text-soft">{total}</span>
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(11.5rem,44%),1fr))] gap-3">
        {photos.map((photo, at) => {
          const isHere = drag.dragged !== null && drag.dragged !== photo.id && drag.over?.target === photo.id;
          return (
            <li
              key={photo.id}
              {...(isOrdered && drag.photoOf(photo.id, team))}
              className={clsx(
                "group/photo relative min-w-0 rounded-lg border bg-raised",
                isOrdered && "cursor-grab",
                rest.selected.has(photo.id) && "border-ink ring-1 ring-ink",
                drag.dragged === photo.id && "opacity-40",
                isHere && (drag.over?.after ? "shadow-[3px_0_var(--accent)]" : "shadow-[-3px_0_var(--accent)]"),
              )}
            >
              <PhotoTile
                photo={photo}
                order={order}
                can={isOrdered ? { earlier: before + at > 0, later: before + at < total - 1 } : null}
                {...rest}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function PhotoTile({
  photo,
  order,
  can,
  selected,
  onToggle,
  onDo,
  onRemove,
}: Pick<Props, "order" | "selected" | "onToggle" | "onDo" | "onRemove"> & {
  photo: Photo;
  can: Record<Step, boolean> | null;
}) {
  const t = useTranslations("photoWall");
  const list = useTranslations("list");
  const format = useFormatter();
  const { id, name, takeTime, location, image, thumbnail, url } = photo;
  const entries = () => [
    { label: t("edit"), icon: Pencil, run: () => onDo({ what: "edit", photo }) },
    { label: t("team"), icon: FolderInput, run: () => onDo({ what: "team", ids: [id] }) },
    { label: t("delete"), icon: Trash2, grave: true, apart: true, run: () => onRemove([id]) },
  ];
  const about = [takeTime && format.dateTime(takeTime, { dateStyle: "medium" }), location].filter(Boolean).join(" · ");
  return (
    <>
      <button
        type="button"
        aria-label={t("editOf", { name })}
        onClick={() => onDo({ what: "edit", photo })}
        className="block w-full overflow-hidden rounded-t-lg"
      >
        <span className="block aspect-[4/3] bg-ink/5">
          <img
            src={thumbnail || (image?.url ?? url)}
            srcSet={thumbnail ? undefined : image?.srcSet || undefined}
            sizes="(min-width: 48rem) 14rem, 45vw"
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            className="size-full object-cover"
          />
        </span>
        <span className="block px-2.5 pt-2 pb-1 text-left">
          <span dir="auto" title={name} className="block truncate text-[0.84rem] font-[520]">
            {name}
          </span>
          <span dir="auto" title={about} className="block truncate text-[0.76rem] text-soft">
            {about || "\u00a0"}
          </span>
        </span>
      </button>
      <div className="flex items-center px-1 pb-1">
        <div role="group" aria-label={t("moveGroup", { name })} className="mr-auto flex">
          {(can ? steps : []).map(([step, Icon]) => (
            <Tooltip key={step} text={t(`step.${step}`)}>
              {/* Not `disabled`: the focus must not leave a photo that has reached an end. */}
              <Button
                look="quiet"
                size="smallIcon"
                aria-disabled={!can?.[step]}
                aria-label={t(`stepOf.${step}`, { name })}
                onClick={() => (can?.[step] ? order.move(photo, { step }) : order.cannotMove(photo))}
              >
                <Icon aria-hidden />
              </Button>
            </Tooltip>
          ))}
        </div>
        <MenuButton entries={entries} look="quiet" size="smallIcon" aria-label={list("actionsFor", { name })}>
          <MoreHorizontal aria-hidden />
        </MenuButton>
      </div>
      <span className="absolute top-2 left-2 grid size-7 place-items-center rounded-md bg-raised/90">
        <input
          type="checkbox"
          checked={selected.has(id)}
          onChange={() => onToggle(id)}
          aria-label={list("select", { name })}
        />
      </span>
    </>
  );
}
