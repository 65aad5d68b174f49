import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MissingPage } from "../../../components/admin/missing-page";
import { getShell } from "../../../lib/features/statistics/dashboard-queries";
import { answerMissing, read } from "../../../lib/doors/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin.missing"))("title") };
}

/** Addresses of the dashboard without a page. Strangers are led to the sign-in. */
export default async function MissingAdminPage() {
  await read(getShell, {});
  answerMissing();
  return <MissingPage />;
}
