import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Forgot } from "../../../../components/site/login";
import { forgotPasswordAction } from "../../actions";
import { getPasswordHelp } from "../../../../lib/features/accounts/users/password-help";
import { strangersOnly, readAsVisitor } from "../../../../lib/doors/page";
import { getSite } from "../../../../lib/features/site/queries";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login");
  return { title: t("forgotTitle"), robots: { index: false, follow: false }, icons: { icon: "/favicon.svg" } };
}

type Props = { searchParams: Promise<{ sent?: string | string[] }> };

export default async function ForgotPasswordPage({ searchParams }: Props) {
  await strangersOnly("/admin/profile");
  const [site, { mails }, { sent }] = await Promise.all([
    readAsVisitor(getSite, {}),
    readAsVisitor(getPasswordHelp, {}),
    searchParams,
  ]);
  return <Forgot action={forgotPasswordAction} site={site.title} mails={mails} isSent={sent !== undefined} />;
}
