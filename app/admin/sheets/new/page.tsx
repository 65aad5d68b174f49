import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SheetEditor } from "../../../../components/sheets/sheet-editor";
import { read } from "../../../../lib/doors/page";
import { blankPost } from "../../../../lib/features/writing/posts/blank";
import { countSheets } from "../../../../lib/features/writing/sheets/queries";
import { readSiteAround } from "../../posts/around";
import "../../text.css";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("editor"))("newPost", { kind: "sheet" }),
});

/** An empty editor; its first words make the sheet. Who may not write sheets is told so before they begin. */
export default async function NewSheetPage() {
  const [around] = await Promise.all([readSiteAround(), read(countSheets, {})]);
  return <SheetEditor key="new" initial={null} blank={blankPost()} around={around} />;
}
