import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Login } from "../../../components/site/login";
import { signInAction } from "../actions";
import { nextFrom, owesFactor, strangersOnly, readAsVisitor } from "../../../lib/doors/page";
import { formToken } from "../../../lib/doors/sign-in";
import { getSite } from "../../../lib/features/site/queries";
import { getRegistration } from "../../../lib/features/accounts/users/queries";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login");
  return { title: t("title"), robots: { index: false, follow: false }, icons: { icon: "/favicon.svg" } };
}

/** next-auth sets `callbackUrl` and `error` when it leads here. */
type Props = { searchParams: Promise<Record<"next" | "callbackUrl" | "error", string | string[] | undefined>> };

export default async function LoginPage({ searchParams }: Props) {
  const { next: wish, callbackUrl, error } = await searchParams;
  const next = nextFrom(wish ?? callbackUrl);
  await strangersOnly(next);
  if (error === "mfa_required" && (await owesFactor())) redirect(`/login/factor?next=${encodeURIComponent(next)}`);
  const [site, { open }] = await Promise.all([readAsVisitor(getSite, {}), readAsVisitor(getRegistration, {})]);
  if (!site.installed) redirect("/setup");
  return (
    <Login
      site={site.title}
      action={signInAction}
      next={next}
      csrfToken={await formToken()}
      mayRegister={open}
      {...(typeof error === "string" && { error })}
    />
  );
}
