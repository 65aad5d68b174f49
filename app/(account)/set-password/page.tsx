import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SetPassword } from "../../../components/site/register";
import { setPasswordAction } from "../actions";
import { codeFrom, readAsVisitor } from "../../../lib/doors/page";
import { formToken } from "../../../lib/doors/sign-in";
import { getSite } from "../../../lib/features/site/queries";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("register");
  return { title: t("setPasswordTitle"), robots: { index: false, follow: false }, icons: { icon: "/favicon.svg" } };
}

type Props = { searchParams: Promise<{ code?: string | string[] }> };

export default async function SetPasswordPage({ searchParams }: Props) {
  const [site, query] = await Promise.all([readAsVisitor(getSite, {}), searchParams]);
  return (
    <SetPassword
      site={site.title}
      action={setPasswordAction}
      csrfToken={await formToken()}
      code={codeFrom(query.code)}
    />
  );
}
