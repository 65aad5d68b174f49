import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Login } from "../../../components/site/login";
import { signInAction } from "../actions";
import { nextFrom, strangersOnly, visit } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { getRegistration } from "../../../lib/features/accounts/users/queries";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login");
  return { title: t("title"), robots: { index: false, follow: false }, icons: { icon: "/favicon.svg" } };
}

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function LoginPage({ searchParams }: Props) {
  const next = nextFrom((await searchParams).next);
  await strangersOnly(next);
  const [site, { open }] = await Promise.all([visit(getSite, {}), visit(getRegistration, {})]);
  if (!site.installed) redirect("/setup");
  return <Login site={site.title} action={signInAction} next={next} mayRegister={open} />;
}
