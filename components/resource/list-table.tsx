"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { Checkbox } from "../ui/checkbox";
import { SortableHeader, Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "../ui/table";
import { groupsOf } from "./groups";
import { addressOf } from "./list-place";
import { useListing } from "./listing";
import type { Column, Row } from "./resource";
import { DragHandle } from "./drag-handle";
import { boxRoom, RowBox } from "./row-box";
import { RowMenu } from "./row-menu";
import { markLooks, type RowDrag, useRowDrag } from "./use-row-drag";

/** The first column names the row: the others leave it this much. */
const mainWidth = "sm:min-w-40 lg:min-w-48";

/** One page of rows; on a phone they are cards. */
export function ListTable() {
  const { resource, view, rows, selection, selects, move } = useListing();
  const { place, words, columns, groupOf } = resource;
  const t = useTranslations(words);
  const kit = useTranslations("list");
  const drag = useRowDrag((id, drop) => move?.(id, drop), false);
  const [sorted, direction] = view.sort.split(",");
  const sortable = ([name, first]: readonly [string, "asc" | "desc"]) => {
    const isHere = sorted === name;
    const next = isHere ? (direction === "asc" ? "desc" : "asc") : first;
    return {
      href: addressOf(place, view, { sort: `${name},${next}` }),
      ...(isHere && { sorted: direction === "asc" ? ("ascending" as const) : ("descending" as const) }),
    };
  };
  return (
    <Table aria-label={t("title")} className="max-sm:border-0 max-sm:bg-transparent">
      <TableHead>
        <TableRow className="max-sm:mb-2 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-5 max-sm:gap-y-0 max-sm:[&>th]:border-0 max-sm:[&>th]:p-0 max-sm:[&>th]:py-1">
          {selects && (
            <TableHeader className={clsx("max-sm:pl-3.5!", move ? "w-[4.5rem] sm:pl-9!" : "w-11")}>
              <label className={boxRoom}>
                <Checkbox
                  className="relative z-1"
                  aria-label={kit("selectPage")}
                  checked={selection.page === "all"}
                  indeterminate={selection.page === "some"}
                  onChange={selection.togglePage}
                />
              </label>
            </TableHeader>
          )}
          {columns.map(({ name, sort, align, from }, at) =>
            sort ? (
              <SortableHeader
                key={name}
                {...sortable(sort)}
                align={align}
                className={clsx(from === "lg" && "sm:max-lg:hidden", at === 0 && mainWidth)}
              >
                {t(`columns.${name}`)}
              </SortableHeader>
            ) : (
              <TableHeader
                key={name}
                className={clsx(
                  "max-sm:sr-only",
                  align === "right" && "sm:text-right",
                  from === "lg" && "max-lg:hidden",
                  at === 0 && mainWidth,
                )}
              >
                {t(`columns.${name}`)}
              </TableHeader>
            ),
          )}
          <TableHeader className="w-12 max-sm:sr-only">
            <span className="sr-only">{kit("actions")}</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody data-rows className="max-sm:rounded-lg max-sm:border max-sm:bg-raised">
        {groupsOf(rows, groupOf && ((row) => groupOf(row, view))).map((group) => (
          <Fragment key={`${group.heading} ${group.rows[0]?.id}`}>
            {group.heading !== null && (
              <TableRow className="max-sm:border-b">
                <th
                  role="rowheader"
                  scope="rowgroup"
                  colSpan={columns.length + (selects ? 2 : 1)}
                  className="overflow-y-clip border-b bg-paper px-3.5 py-2 text-left text-[0.82rem] font-[560] text-soft [overflow-wrap:anywhere] max-sm:block max-sm:border-0"
                >
                  {group.heading || t("others")}
                </th>
              </TableRow>
            )}
            {group.rows.map((row) => (
              <ListRow key={row.id} row={row} drag={move && drag} />
            ))}
          </Fragment>
        ))}
      </TableBody>
    </Table>
  );
}

// Names and addresses are of strangers, too, and letters may have any number of marks, which would cover other rows.
const cellLook = ({ align, from, card = "line" }: Column<Row>) =>
  clsx(
    "sm:overflow-y-clip",
    align === "right" && "sm:text-right",
    from === "lg" && (card === "none" ? "max-lg:hidden" : "sm:max-lg:hidden"),
    card === "line" && "min-w-0",
    card === "beside" && "max-sm:inline-block max-sm:pr-3! max-sm:text-soft",
    card === "none" && "max-sm:hidden",
  );

function ListRow({ row, drag }: { row: Row; drag: RowDrag | null }) {
  const { resource, selection, selects, insteadOf } = useListing();
  const instead = insteadOf(row);
  const isSelected = selection.isSelected(row.id);
  const mark = drag?.marksOf(row.id);
  if (instead)
    return (
      <TableRow data-row={row.id} className="max-sm:border-b max-sm:p-3.5 max-sm:last:border-0">
        <TableCell colSpan={resource.columns.length + (selects ? 2 : 1)}>{instead}</TableCell>
      </TableRow>
    );
  return (
    <TableRow
      data-row={row.id}
      aria-selected={isSelected}
      className={clsx(
        "has-[[data-main]:focus-visible]:bg-ink/[0.03] max-sm:overflow-y-clip max-sm:border-b max-sm:py-3 max-sm:pr-11 max-sm:last:border-0",
        selects ? "max-sm:pl-11" : "max-sm:pl-3.5",
        mark && markLooks[mark],
        isSelected && "bg-[color-mix(in_srgb,var(--accent)_5%,var(--raised))]",
      )}
    >
      {selects && (
        <TableCell
          className={clsx(
            "max-sm:absolute max-sm:top-3 max-sm:left-3.5",
            drag && "sm:pl-1.5! max-sm:grid max-sm:justify-items-center max-sm:gap-1",
          )}
        >
          {drag && (
            <span className="inline-block align-middle max-sm:relative max-sm:z-1 max-sm:order-last">
              <DragHandle {...drag.handleOf(row.id)} />
            </span>
          )}
          <RowBox row={row} />
        </TableCell>
      )}
      {resource.columns.map((column) => (
        <TableCell key={column.name} className={cellLook(column)}>
          <column.cell row={row} />
        </TableCell>
      ))}
      <TableCell className="text-right max-sm:absolute max-sm:top-2 max-sm:right-1.5">
        <RowMenu row={row} />
      </TableCell>
    </TableRow>
  );
}
