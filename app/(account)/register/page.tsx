import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Register } from "../../../components/site/register";
import { codeFrom, strangersOnly, readAsVisitor } from "../../../lib/doors/page";
import { formToken } from "../../../lib/doors/sign-in";
import { getSite } from "../../../lib/features/site/queries";
import { registerAction } from "../actions";
import { getRegistration } from "../../../lib/features/accounts/users/queries";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("register");
  return { title: t("title"), robots: { index: false, follow: false }, icons: { icon: "/favicon.svg" } };
}

type Props = { searchParams: Promise<{ code?: string | string[] }> };

export default async function RegisterPage({ searchParams }: Props) {
  await strangersOnly("/admin");
  const [site, { open }, { code }] = await Promise.all([
    readAsVisitor(getSite, {}),
    readAsVisitor(getRegistration, {}),
    searchParams,
  ]);
  return (
    <Register
      site={site.title}
      action={registerAction}
      csrfToken={await formToken()}
      code={codeFrom(code)}
      open={open}
      asks={code === undefined}
    />
  );
}
