import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ProfileView } from "../../../components/account/profile-view";
import { read, siteLocale } from "../../../lib/doors/page";
import { type Locale, locales, meantLocale, nearestLocale } from "../../../lib/core/languages";
import { getProfile } from "../../../lib/features/accounts/users/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("profile"))("title") };
}

export default async function ProfilePage() {
  const [user, locale, t] = await Promise.all([read(getProfile, {}), siteLocale(), getTranslations("options")]);
  const nameOf = (each: Locale) => t(`site_locale.choices.${each}`);
  return (
    <ProfileView
      user={user}
      locale={meantLocale(user.locale) ?? ""}
      languages={locales.map((each) => ({ locale: each, name: nameOf(each) }))}
      siteLanguage={nameOf(nearestLocale(locale))}
      zones={Intl.supportedValuesOf("timeZone")}
    />
  );
}
