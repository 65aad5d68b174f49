import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getTranslations } from "next-intl/server";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { Desk } from "../../components/admin/desk";
import {
  comesFromOutsideTheDashboard,
  ownLocale,
  ownTimeZone,
  read,
  readScheme,
  readAsVisitor,
} from "../../lib/doors/page";
import { getShell } from "../../lib/features/statistics/dashboard-queries";
import { dashboardMessages } from "../../lib/services/words/messages";
import { getSite } from "../../lib/features/site/queries";
import "./fonts.css";
import "./admin.css";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const site = await readAsVisitor(getSite, {});
  return {
    title: { template: `%s · ${site.title}`, default: site.title },
    robots: { index: false },
    icons: { icon: "/favicon.svg" },
  };
}

/** The dashboard: full React, for those who may write here. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  await connection();
  const [shell, site, locale, zone, scheme, comesFromOutside, t] = await Promise.all([
    read(getShell, {}),
    readAsVisitor(getSite, {}),
    ownLocale(),
    ownTimeZone(),
    readScheme(),
    comesFromOutsideTheDashboard(),
    getTranslations("admin"),
  ]);
  return (
    <html lang={locale} data-scheme={scheme}>
      <body>
        <NextIntlClientProvider
          locale={locale}
          messages={dashboardMessages(locale)}
          timeZone={zone.first}
          now={new Date()}
        >
          <a className="skip" href="#main">
            {t("skip")}
          </a>
          <Desk
            shell={shell}
            siteTitle={site.title}
            scheme={scheme}
            chosenZone={zone.chosen}
            comesFromOutside={comesFromOutside}
          >
            {children}
          </Desk>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
