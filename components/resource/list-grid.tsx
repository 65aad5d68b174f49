"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { Checkbox } from "../ui/checkbox";
import { groupsOf } from "./groups";
import { useListing } from "./listing";
import { RowBox } from "./row-box";
import { RowMenu } from "./row-menu";

/** One page of rows as tiles. */
export function ListGrid() {
  const { resource, view, rows, selection, selects, insteadOf } = useListing();
  const { tile: Tile, groupOf, words } = resource;
  const t = useTranslations(words);
  const kit = useTranslations("list");
  if (!Tile) return null;
  return (
    <>
      {selects && (
        <label className="mb-2 inline-flex items-center gap-2 text-soft">
          <Checkbox
            checked={selection.page === "all"}
            indeterminate={selection.page === "some"}
            onChange={selection.togglePage}
          />
          {kit("selectPage")}
        </label>
      )}
      {groupsOf(rows, groupOf && ((row) => groupOf(row, view))).map((group) => (
        <section key={`${group.heading} ${group.rows[0]?.id}`} aria-label={group.heading ?? t("title")}>
          {group.heading !== null && (
            <h2 className="mt-4 mb-2 text-[0.95rem] font-[560]">{group.heading || t("others")}</h2>
          )}
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,44%),1fr))] gap-3">
            {group.rows.map((row) => (
              <li
                key={row.id}
                data-row={row.id}
                className={clsx(
                  "group/tile relative min-w-0 rounded-lg border bg-raised",
                  selection.isSelected(row.id) && "border-ink ring-1 ring-ink",
                )}
              >
                {insteadOf(row) ?? <Tile row={row} />}
                {selects && (
                  <span className="absolute top-2 left-2 grid size-7 place-items-center rounded-md bg-raised/90">
                    <RowBox row={row} />
                  </span>
                )}
                <span className="absolute top-1.5 right-1.5 rounded-md bg-raised/90">
                  <RowMenu row={row} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
