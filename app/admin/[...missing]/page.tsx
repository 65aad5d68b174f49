import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MissingPage } from "../../../components/admin/missing-page";
import { getShell } from "../../../lib/dashboard/queries";
import { answerMissing, read } from "../../../lib/doors/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin.missing"))("title") };
}

/** Any address of the dashboard that no page answers. Strangers are led to the sign-in, as from any other. */
export default async function MissingAdminPage() {
  await read(getShell, {});
  answerMissing();
  return <MissingPage />;
}
