"use client";
import {
  deleteSheetsAction,
  getSheetViewsAction,
  setSheetsStatusAction,
  setSheetStatusesAction,
} from "../../app/admin/sheets/actions";
import type { SheetFilters } from "../../lib/features/writing/sheets/schema";
import { KeptNote } from "../editor/kept-note";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { atOnce } from "../resource/sending";
import { Clipped } from "../ui/clipped";
import { TextDate, TextState, TextTitle, TextViews } from "../writing/cells";
import { textActions } from "../writing/text-actions";
import { type ListedSheet, sheetList } from "./list";

const PageAddress = ({ row: { url } }: { row: ListedSheet }) => (
  <Clipped className="max-w-64 text-soft">{decodeURIComponent(url)}</Clipped>
);

const sheets: Resource<ListedSheet, SheetFilters> = {
  place: sheetList,
  words: "sheets",
  nameOf: ({ title }) => title,
  columns: [
    { name: "title", cell: TextTitle, sort: ["title", "asc"] },
    { name: "state", cell: TextState, card: "beside" },
    { name: "address", cell: PageAddress, from: "lg", card: "none" },
    { name: "views", cell: TextViews, sort: ["visits", "desc"], align: "right", card: "none" },
    { name: "date", cell: TextDate, sort: ["createTime", "desc"], card: "beside" },
  ],
  actions: textActions<ListedSheet, SheetFilters>({
    place: sheetList,
    statusOf: (status) =>
      atOnce(
        (items) => setSheetsStatusAction({ items, status }),
        ({ before }) => setSheetStatusesAction({ items: before }),
      ),
    remove: (items) => deleteSheetsAction({ items }),
    views: (sheetId, days) => getSheetViewsAction({ sheetId, days }),
  }),
  begin: { href: "/admin/sheets/new", can: "write sheets", states: ["all", "drafts"] },
};

/** The list of pages outside of the dated posts. */
export const SheetsView = (page: Listed<ListedSheet, SheetFilters>) => (
  <>
    <KeptNote />
    <ResourceList resource={sheets} {...page} />
  </>
);
