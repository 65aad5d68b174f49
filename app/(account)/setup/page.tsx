import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Notice } from "../../../components/site/notice";
import { Setup } from "../../../components/site/setup";
import { readAsVisitor, wishedAddress, wishedLocale } from "../../../lib/doors/page";
import { formToken } from "../../../lib/doors/sign-in";
import { getSite } from "../../../lib/features/site/queries";
import { setupAction } from "../actions";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("setup");
  return { title: t("title"), robots: { index: false, follow: false }, icons: { icon: "/favicon.svg" } };
}

export default async function SetupPage() {
  const [site, t] = await Promise.all([readAsVisitor(getSite, {}), getTranslations("setup")]);
  if (site.installed)
    return (
      <Notice heading="h1" title={t("doneTitle")} text={t("doneText")} action={{ href: "/", label: t("doneAction") }} />
    );
  return (
    <Setup
      action={setupAction}
      csrfToken={await formToken()}
      locale={await wishedLocale()}
      address={await wishedAddress()}
    />
  );
}
