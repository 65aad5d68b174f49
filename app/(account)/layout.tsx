import { connection } from "next/server";
import type { ReactNode } from "react";
import { readScheme, siteLocale, visit } from "../../lib/doors/page";
import { getSite } from "../../lib/options/queries";
import "../(site)/fonts.css";
import "../(site)/tokens.css";
import "../(site)/site.css";
import "./account.css";

export const dynamic = "force-dynamic";

export default async function AccountLayout({ children }: { children: ReactNode }) {
  await connection();
  const site = await visit(getSite, {});
  const [locale, scheme] = await Promise.all([siteLocale(), readScheme(site.scheme)]);
  return (
    <html lang={locale} data-plain="" data-scheme={scheme} data-accent={site.accent}>
      <body>
        <main id="main" className="sheet account">
          {children}
        </main>
      </body>
    </html>
  );
}
