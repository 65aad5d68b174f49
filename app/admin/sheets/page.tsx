import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Page } from "../../../components/admin/page";
import { sheetList } from "../../../components/sheets/list";
import { shownOfTexts } from "../../../components/writing/list";
import { NewSheet } from "../../../components/sheets/new-sheet";
import { SheetsView } from "../../../components/sheets/sheets-view";
import { read } from "../../../lib/doors/page";
import { countSheets, listSheets } from "../../../lib/features/writing/sheets/queries";
import { type ListPageProps, readList } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("sheets"))("title") };
}

export default async function SheetsPage({ searchParams }: ListPageProps) {
  const [t, list, counts] = await Promise.all([
    getTranslations("sheets"),
    readList(sheetList, listSheets, searchParams, shownOfTexts),
    read(countSheets, {}),
  ]);
  return (
    <Page title={t("title")} action={<NewSheet />}>
      <SheetsView {...list} counts={counts} />
    </Page>
  );
}
