import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Notice } from "../../../../components/site/notice";
import { readAsVisitor } from "../../../../lib/doors/page";
import { getSite } from "../../../../lib/features/site/queries";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("setup");
  return { title: t("doneTitle"), robots: { index: false, follow: false }, icons: { icon: "/favicon.svg" } };
}

export default async function SetupDonePage() {
  const [site, t] = await Promise.all([readAsVisitor(getSite, {}), getTranslations("setup")]);
  if (!site.installed) redirect("/setup");
  return (
    <Notice heading="h1" title={t("doneTitle")} text={t("doneText")} action={{ href: "/", label: t("doneAction") }} />
  );
}
