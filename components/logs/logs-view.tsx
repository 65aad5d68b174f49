"use client";
import { Download, FileClock, ListFilter, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { LogEntry, LogFilters } from "../../lib/features/logs/schema";
import { Page } from "../admin/page";
import { addressOf, type Filters, type ListView, usualView } from "../resource/list-place";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { RowTitle } from "../resource/row-title";
import { MenuButton } from "../ui/menu-button";
import { When } from "../ui/when";
import { logPlace } from "./list";

/** The list with one filter. */
const only = (filters: Filters<LogFilters>) => addressOf(logPlace, usualView(logPlace), { filters });

/** A line with the name of its operation, and what is said of it, in the reader's language. */
type ShownEntry = Omit<LogEntry, "summary"> & { name: string; said: string };

const LogSummary = ({ row: { name, said, operation, subject } }: { row: ShownEntry }) => (
  <RowTitle href={subject === null ? only({ operation }) : only({ subject })} notes={[said, subject]}>
    {name}
  </RowTitle>
);
const LogActor = ({ row: { actorName } }: { row: ShownEntry }) => (
  <span className="[overflow-wrap:anywhere]">{actorName}</span>
);
const LogTime = ({ row: { createTime } }: { row: ShownEntry }) => <When at={createTime} />;

const logs: Resource<ShownEntry, LogFilters> = {
  place: logPlace,
  words: "logs",
  nameOf: ({ name, said }) => said || name,
  columns: [
    { name: "summary", cell: LogSummary },
    { name: "actor", cell: LogActor, card: "beside" },
    { name: "time", cell: LogTime, sort: ["id", "desc"], card: "beside" },
  ],
  actions: [
    {
      name: "subject",
      icon: FileClock,
      rows: ({ subject }) => subject !== null,
      href: ({ subject }) => only({ subject: subject ?? "" }),
    },
    { name: "actor", icon: UserRound, href: ({ actorName }) => only({ actor: actorName }) },
    { name: "operation", icon: ListFilter, href: ({ operation }) => only({ operation }) },
  ],
};

/** The audit log: who did what, and when. */
export function LogsView({ title, ...page }: { title: string } & Listed<ShownEntry, LogFilters>) {
  return (
    <Page title={title} action={<Export view={page.view} />}>
      <ResourceList resource={logs} {...page} />
    </Page>
  );
}

/** Downloads the lines that the filters select, on all pages. */
function Export({ view }: { view: ListView<LogFilters> }) {
  const t = useTranslations("logs");
  const { sort, size } = usualView(logPlace);
  const address = (format: string) => {
    const [, query = ""] = addressOf(logPlace, view, { sort, size }).split("?");
    return `${logPlace.path}/export?${new URLSearchParams([...new URLSearchParams(query), ["format", format]]).toString()}`;
  };
  const entries = () =>
    ["csv", "jsonl"].map((format) => ({
      label: t(`formats.${format}`),
      // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the menu puts the words into it
      link: <a href={address(format)} download />,
    }));
  return (
    <MenuButton entries={entries} className="max-sm:size-9 max-sm:justify-center max-sm:px-0">
      <Download aria-hidden />
      <span className="max-sm:sr-only">{t("export")}</span>
    </MenuButton>
  );
}
