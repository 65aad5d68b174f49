import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { importPlace, shownOfImports } from "../../../../components/move-in/list";
import { MoveInView } from "../../../../components/move-in/move-in-view";
import { read } from "../../../../lib/doors/page";
import { listImports } from "../../../../lib/features/moving/imports/queries";
import { listSettings } from "../../../../lib/features/options/queries";
import { type ListPageProps, readList } from "../../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("moveIn"))("title") };
}

export default async function MoveInPage({ searchParams }: ListPageProps) {
  const [list, settings] = await Promise.all([
    readList(importPlace, listImports, searchParams, shownOfImports),
    read(listSettings, {}),
  ]);
  const limit = Number(settings.find(({ key }) => key === "import_max_size")?.value);
  return <MoveInView {...list} rows={list.rows.map((row) => ({ ...row, id: row.id ?? 0 }))} limit={limit} />;
}
