"use client";
import { FileSearch, Undo2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Page } from "../admin/page";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { RowTitle } from "../resource/row-title";
import { useRefreshing } from "../resource/use-refreshing";
import { When } from "../ui/when";
import { type ImportFilters, importPlace, isAtWork, type ListedImport, pageOf } from "./list";
import { StartForm } from "./start-form";
import { ImportState } from "./state";

type Row = { row: ListedImport };

function ImportName({ row: { id, kind, dryRun, source } }: Row) {
  const t = useTranslations("imports");
  return (
    <RowTitle href={pageOf(id)} notes={[t(`kinds.${kind}`), source.site, dryRun && t("dryRun")]}>
      {source.name}
    </RowTitle>
  );
}
const State = ({ row }: Row) => <ImportState {...row} />;
function Result({ row }: Row) {
  const { summary, progressDone, progressTotal } = row;
  const t = useTranslations("imports");
  const format = useFormatter();
  if (isAtWork(row))
    return progressTotal > 0 ? `${format.number(progressDone)} / ${format.number(progressTotal)}` : "–";
  const { imported, updated, failed } = summary;
  return <span className="sm:whitespace-nowrap">{t("result", { taken: imported + updated, failed })}</span>;
}
const Time = ({ row: { createTime } }: Row) => <When at={createTime} />;

const imports: Resource<ListedImport, ImportFilters> = {
  place: importPlace,
  words: "moveIn",
  nameOf: ({ source }) => source.name,
  columns: [
    { name: "source", cell: ImportName },
    { name: "state", cell: State, card: "beside" },
    { name: "result", cell: Result, card: "beside" },
    { name: "time", cell: Time, card: "beside" },
  ],
  actions: [
    { name: "report", icon: FileSearch, href: ({ id }) => pageOf(id) },
    {
      name: "undo",
      icon: Undo2,
      rows: (row) => !row.dryRun && !isAtWork(row) && row.state !== "UNDONE",
      href: ({ id }) => `${pageOf(id)}#undo`,
    },
  ],
};

const sources = ["wordpress", "ghost", "halo", "markdown", "broadsheet"] as const;

/** Where people move in from another system. */
export function MoveInView({ limit, ...list }: Listed<ListedImport, ImportFilters> & { limit: number }) {
  const t = useTranslations("moveIn");
  useRefreshing(list.rows.some(isAtWork));
  return (
    <Page title={t("title")}>
      <p className="mb-4 max-w-2xl text-soft">{t("text")}</p>
      <div className="mb-8 grid items-start gap-4 lg:grid-cols-2">
        <StartForm limit={limit} />
        <section aria-labelledby="sources" className="rounded-lg border bg-raised p-4 text-[0.92rem]">
          <h2 id="sources" className="mb-2">
            {t("sourcesTitle")}
          </h2>
          <dl className="grid gap-2.5">
            {sources.map((name) => (
              <div key={name}>
                <dt className="font-[560]">{t(`sources.${name}.name`)}</dt>
                <dd className="text-soft">{t(`sources.${name}.how`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <h2 className="mb-3">{t("earlier")}</h2>
      <ResourceList resource={imports} {...list} />
    </Page>
  );
}
