"use client";
import { ExternalLink, Link2, Pencil, PenLine, Trash2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { deleteJournalAction } from "../../app/admin/journals/actions";
import { putBack } from "../admin/put-back";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { oneByOne } from "../resource/sending";
import { Prose } from "../site/prose";
import { Button } from "../ui/button";
import { late } from "../ui/late";
import { StateDot } from "../ui/badge";
import { When } from "../ui/when";
import "./journals.css";
import { type JournalFilters, journalList, type ListedJournal } from "./list";

const JournalForm = late(async () => (await import("./journal-form")).JournalForm);

type Cell = { row: ListedJournal };

const excerptOf = (text: string): string => {
  const points = [...text.trim().split("\n", 1).join("")];
  return points.length > 40 ? `${points.slice(0, 40).join("")}…` : points.join("");
};

const JournalText = ({ row }: Cell) => (
  <>
    <div className="journal-text">
      {row.content === "" ? excerptOf(row.sourceContent) : <Prose html={row.content} />}
    </div>
    {row.author && <div className="mt-1 text-[0.8rem] text-soft">{row.author.nickname}</div>}
  </>
);

function JournalType({ row: { type } }: Cell) {
  const t = useTranslations("journals");
  return <StateDot dot={type === "PUBLIC" ? "good" : "hidden"}>{t(`types.${type}`)}</StateDot>;
}

function JournalLikes({ row: { likes } }: Cell) {
  const t = useTranslations("journals");
  const format = useFormatter();
  return (
    <span>
      {format.number(likes)} <span className="sm:sr-only">{t("likes", { count: likes })}</span>
    </span>
  );
}

const journals: Resource<ListedJournal, JournalFilters> = {
  place: journalList,
  words: "journals",
  nameOf: ({ sourceContent }) => excerptOf(sourceContent),
  columns: [
    { name: "text", cell: JournalText },
    { name: "type", cell: JournalType, card: "beside" },
    { name: "likes", cell: JournalLikes, sort: ["likes", "desc"], align: "right", card: "beside" },
    { name: "date", cell: ({ row }) => <When at={row.createTime} />, sort: ["createTime", "desc"], card: "beside" },
  ],
  actions: [
    { name: "view", icon: ExternalLink, rows: ({ type }) => type === "PUBLIC", leavesFor: ({ url }) => url },
    { name: "copy", icon: Link2, rows: ({ type }) => type === "PUBLIC", copies: ({ url }) => url },
    {
      name: "edit",
      icon: Pencil,
      key: "e",
      inPlace: ({ row, onClose }) => <JournalForm journal={row} onDone={onClose} onCancel={onClose} />,
    },
    {
      name: "delete",
      icon: Trash2,
      bulk: () => true,
      grave: true,
      send: oneByOne(
        (id) => deleteJournalAction({ id }),
        (id) => putBack("journal", [id]),
      ),
      done: "deleted",
    },
  ],
};

/** The journal: write at the top, read and change below. */
export function JournalsView(page: Listed<ListedJournal, JournalFilters>) {
  const t = useTranslations("journals");
  // Null until somebody begins; then a new form for each note.
  const [written, setWritten] = useState<number | null>(null);
  return (
    <>
      {written === null ? (
        <Button
          className="mb-6 h-14! w-full border-dashed! text-soft!"
          onClick={() => setWritten(0)}
          {...JournalForm.opener}
        >
          <PenLine aria-hidden />
          {t("write")}
        </Button>
      ) : (
        <section className="mb-6 rounded-lg border bg-raised p-4">
          <JournalForm key={written} onDone={() => setWritten(written + 1)} onCancel={() => setWritten(null)} />
        </section>
      )}
      <ResourceList resource={journals} {...page} />
    </>
  );
}
