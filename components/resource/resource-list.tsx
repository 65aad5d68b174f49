"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useDesk } from "../admin/desk";
import { copyText } from "../ui/clipboard";
import { late } from "../ui/late";
import { LinkTabs } from "../ui/tabs";
import { sayDone, sayFailed } from "../ui/toaster";
import { BulkBar } from "./bulk-bar";
import { ListFilters } from "./list-filters";
import { ListGrid } from "./list-grid";
import { ListPager } from "./list-pager";
import { addressOf, stateOf, withFilter } from "./list-place";
import { ListTable } from "./list-table";
import { type Listing, ListingProvider } from "./listing";
import { NothingHere } from "./nothing-here";
import type { Action, Listed, Resource, Row } from "./resource";
import { SelectionNote } from "./selection-note";
import { useDrops } from "./use-drops";
import { focusRow, useListKeys } from "./use-list-keys";
import { useNewcomers } from "./use-newcomers";
import { useSelection } from "./use-selection";
import { useSending } from "./use-sending";
import { useDashboardRouter } from "../ui/use-dashboard-router";

const ConfirmDialog = late(async () => (await import("../ui/confirm-dialog")).ConfirmDialog);

type Doing<R, I> = { action: Action<R, I>; ids: number[]; row: R | undefined };

type Props<R extends Row, I> = {
  resource: Resource<R, I>;
  /** The dialog that the address asks for: an action's name, and its row, which may be on another page. */
  opened?: { action: string; row: R } | undefined;
  /** Buttons and links beside search and filters. */
  tools?: ReactNode;
} & Listed<R, I>;

/** A list of the dashboard, as its resource declares it: search, browse, and change many at once. */
export function ResourceList<R extends Row, I>({ resource, opened, tools, ...listed }: Props<R, I>) {
  const { place, words, actions } = resource;
  const { view, rows, total, counts, now } = listed;
  const t = useTranslations(words);
  const kit = useTranslations("list");
  const { may, onListKeys } = useDesk();
  const router = useDashboardRouter();
  const list = useRef<HTMLDivElement>(null);
  const ids = rows.map(({ id }) => id);
  const selection = useSelection(place, view, ids);
  const { send, isBusy, isBusyWith } = useSending(words);
  const isNewcomer = useNewcomers(addressOf(place, view), ids);
  const [doing, setDoing] = useState<Doing<R, I> | null>(() => {
    const action = actions.find(({ name, can }) => name === opened?.action && (!can || may(can)));
    return opened && action ? { action, ids: [opened.row.id], row: opened.row } : null;
  });
  const stop = () => {
    setDoing(null);
    // The address no longer asks for it, so that it can be asked for again.
    if (opened && doing?.row?.id === opened.row.id) router.replace(addressOf(place, view), { scroll: false });
  };
  /** Returns the focus to the row. */
  const leavePlace = (id: number) => () => {
    stop();
    setTimeout(() => focusRow(list.current, id));
  };

  const allowed = actions.filter(({ can }) => !can || may(can));
  const actionsOn = (row: R) =>
    allowed.filter(({ rows: suits }) => suits !== false && (suits === undefined || suits(row, now)));
  const copy = (path: string) =>
    void copyText(new URL(path, window.location.origin).href).then((copied) =>
      copied ? sayDone(kit("copied")) : sayFailed(kit("notCopied")),
    );
  const after = (row: R | undefined) => (row ? undefined : selection.clear);
  const act = (action: Action<R, I>, row?: R) => {
    const chosen = row ? [row.id] : selection.ids;
    if ("copies" in action) {
      if (row) copy(action.copies(row));
    } else if ("href" in action) {
      if (row) router.push(action.href(row));
    } else if ("leavesFor" in action) {
      if (row) window.location.assign(action.leavesFor(row));
    } else if ("dialog" in action || "inPlace" in action || action.asks) setDoing({ action, ids: chosen, row });
    else if (!resource.comesByItself || !row || !isNewcomer(row.id)) send(chosen, action.send, action.done, after(row));
  };
  useListKeys(list, `${ids.join()} ${selection.ids.length > 0}`, {
    toggle: selection.toggle,
    press: (id, pressed) => {
      const row = rows.find((each) => each.id === id);
      const action = row && actionsOn(row).find(({ key }) => key !== undefined && pressed(key));
      if (!row || !action) return false;
      if (!isBusyWith([id])) act(action, row);
      return true;
    },
  });
  const letters = useMemo(
    () =>
      actions.flatMap(({ key, name, can }) =>
        key && (!can || may(can)) ? [{ key, label: t(`actions.${name}`) }] : [],
      ),
    [actions, may, t],
  );
  useEffect(() => onListKeys(letters), [letters, onListKeys]);

  const bar = allowed.filter(({ bulk }) => bulk?.(view));
  const selects = allowed.some(({ bulk }) => bulk);
  const insteadOf = (row: R) =>
    doing && "inPlace" in doing.action && doing.row?.id === row.id ? (
      <doing.action.inPlace row={row} onClose={leavePlace(row.id)} />
    ) : null;
  const { order } = resource;
  const isOrdered = order !== undefined && view.sort === order.by && view.look !== "grid" && rows.length > 1;
  const drop = useDrops(isBusy, (id, at) => {
    const row = rows.find((each) => each.id === id);
    if (row && order) send([id], () => order.send(row, at), "moved");
  });
  const move = isOrdered ? drop : null;
  const listing: Listing<R, I> = {
    ...listed,
    resource,
    selection,
    selects,
    move,
    bar,
    isBusyWith,
    tools,
    actionsOn,
    act,
    insteadOf,
  };
  const { states } = place;
  return (
    <ListingProvider value={listing}>
      {states && (
        <LinkTabs
          label={t("states.label")}
          items={states.names.map((state) => ({
            href: addressOf(place, view, {
              filters: withFilter(view.filters, states.by, state === "" ? undefined : state),
            }),
            label: t(`states.${state || "all"}`),
            ...(counts?.[state || "all"] !== undefined && { count: counts[state || "all"] }),
            current: stateOf(place, view) === state,
          }))}
        />
      )}
      <ListFilters />
      {rows.length === 0 ? (
        <NothingHere />
      ) : (
        <div ref={list}>
          {order && move && <p className="mb-3 text-soft">{t(order.hint)}</p>}
          <SelectionNote selection={selection} onPage={rows.length} total={total} />
          {view.look === "grid" && resource.tile ? <ListGrid /> : <ListTable />}
          <ListPager />
        </div>
      )}
      {selection.ids.length > 0 && <BulkBar />}
      {doing && "dialog" in doing.action && (
        <doing.action.dialog
          ids={doing.ids}
          row={doing.row}
          onClose={stop}
          run={(ask, done) => send(doing.ids, ask, done, after(doing.row))}
        />
      )}
      {doing && "send" in doing.action && (
        <Asking
          doing={doing}
          words={words}
          nameOf={resource.nameOf}
          onClose={stop}
          onConfirm={() =>
            "send" in doing.action && send(doing.ids, doing.action.send, doing.action.done, after(doing.row))
          }
        />
      )}
    </ListingProvider>
  );
}

/** Asks before rows are gone for good; several of them by their number. */
function Asking<R, I>({
  doing: { action, ids, row },
  words,
  nameOf,
  onClose,
  onConfirm,
}: {
  doing: Doing<R, I>;
  words: string;
  nameOf: (row: R) => string;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations(words);
  const kit = useTranslations("list");
  const count = ids.length;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`${action.name}Title`, { count })}
      text={row ? t(`${action.name}One`, { name: nameOf(row) }) : t(`${action.name}Text`, { count })}
      // What opened this promised a question with its dots.
      action={(row ? t(`actions.${action.name}`) : t(`bulk.${action.name}`)).replace(/\s*…+$/, "")}
      onConfirm={onConfirm}
      {...(count > 1 && { typed: { label: kit("typed", { count }), value: String(count) } })}
    />
  );
}
