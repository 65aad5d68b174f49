import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LateMissingText } from "../../../../components/editor/late-missing-text";
import { SheetEditor } from "../../../../components/sheets/sheet-editor";
import { read, readIfThere } from "../../../../lib/doors/page";
import { blankPost } from "../../../../lib/features/writing/posts/blank";
import { countSheets, getSheet } from "../../../../lib/features/writing/sheets/queries";
import { readSiteAround } from "../../posts/around";
import "../../text.css";

type Props = { params: Promise<{ sheetId: string }> };

/** An address without a valid number is an address without a sheet. */
const sheetOf = async ({ params }: Props) => readIfThere(getSheet, { sheetId: Number((await params).sheetId) });

export async function generateMetadata(props: Props): Promise<Metadata> {
  const sheet = await sheetOf(props);
  return { title: sheet?.title ?? (await getTranslations("editor.missing"))("title", { kind: "sheet" }) };
}

/** For who may write sheets; others find no page here. */
export default async function SheetEditorPage(props: Props) {
  const [sheet, around] = await Promise.all([sheetOf(props), readSiteAround(), read(countSheets, {})]);
  return sheet ? (
    <SheetEditor key={sheet.id} initial={sheet} blank={blankPost()} around={around} />
  ) : (
    <LateMissingText kind="sheet" />
  );
}
