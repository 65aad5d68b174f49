"use client";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { RowName } from "../resource/row-title";
import { type Dot, StateDot } from "../ui/badge";
import { type ListedRecord, type RecordFilters, recordPlace } from "./list";

type Row = { row: ListedRecord };

const dots: Record<ListedRecord["outcome"], Dot> = {
  imported: "good",
  updated: "good",
  unchanged: "quiet",
  skipped: "due",
  failed: "wrong",
};

const RecordName = ({ row: { title, source } }: Row) => (
  <>
    <RowName>{title || source}</RowName>
    {title !== "" && <div className="mt-px text-[0.78rem] wrap-anywhere text-soft">{source}</div>}
  </>
);
function RecordKind({ row: { kind } }: Row) {
  const t = useTranslations("imports");
  // Otherwise Chinese would wrap between any two characters.
  return <span className="whitespace-nowrap">{t(`recordKinds.${kind}`)}</span>;
}
function RecordOutcome({ row: { outcome, reason, warnings, dryRun } }: Row) {
  const t = useTranslations("imports");
  const said = [...(reason === null ? [] : [reason]), ...warnings];
  return (
    <>
      <StateDot dot={dots[outcome]}>{t(`${dryRun ? "foreseen" : "outcomes"}.${outcome}`)}</StateDot>
      {said.length > 0 && (
        <ul className="mt-0.5 grid gap-0.5 text-[0.84rem] text-soft">
          {said.map((sentence, at) => (
            <li key={`${at} ${sentence}`} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const recordsOf = (importId: number): Resource<ListedRecord, RecordFilters> => ({
  place: recordPlace(importId),
  words: "importRecords",
  nameOf: ({ title, source }) => title || source,
  columns: [
    { name: "record", cell: RecordName },
    { name: "kind", cell: RecordKind, card: "beside" },
    { name: "outcome", cell: RecordOutcome },
  ],
  actions: [{ name: "open", icon: ExternalLink, rows: ({ url }) => url !== null, leavesFor: ({ url }) => url ?? "/" }],
});

/** All records of an import, by kind and by what became of them. */
export function RecordsView({ importId, ...list }: { importId: number } & Listed<ListedRecord, RecordFilters>) {
  const resource = useMemo(() => recordsOf(importId), [importId]);
  return <ResourceList resource={resource} {...list} />;
}
