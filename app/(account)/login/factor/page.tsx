import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Factor } from "../../../../components/site/login";
import { factorAction } from "../../actions";
import { nextFrom, owesFactor } from "../../../../lib/doors/page";
import { formToken } from "../../../../lib/doors/sign-in";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login");
  return { title: t("factorTitle"), robots: { index: false, follow: false }, icons: { icon: "/favicon.svg" } };
}

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function FactorPage({ searchParams }: Props) {
  const next = nextFrom((await searchParams).next);
  if (!(await owesFactor())) redirect(`/login?next=${encodeURIComponent(next)}`);
  return <Factor action={factorAction} next={next} csrfToken={await formToken()} />;
}
