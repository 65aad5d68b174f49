import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { exportPlace } from "../../../../components/move-out/list";
import { MoveOutView } from "../../../../components/move-out/move-out-view";
import { read } from "../../../../lib/doors/page";
import { listExports } from "../../../../lib/features/moving/exports/queries";
import { listJobs } from "../../../../lib/services/jobs/queries";
import { type ListPageProps, readWhole } from "../../list-page";
import { numbered } from "../numbered";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("moveOut"))("title") };
}

export default async function MoveOutPage({ searchParams }: ListPageProps) {
  const [list, { items }] = await Promise.all([
    readWhole(exportPlace, listExports, {}, searchParams, ({ name }) => name),
    read(listJobs, { kind: "export", sort: ["id,desc"], size: 1 }),
  ]);
  const [job = null] = items.map(({ id, title, state, progressDone, progressTotal, cancelWanted, log, startTime }) => ({
    id,
    title,
    state,
    progressDone,
    progressTotal,
    cancelWanted,
    log,
    startTime,
  }));
  return <MoveOutView {...list} rows={numbered(list.rows)} job={job} />;
}
