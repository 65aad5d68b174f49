import { connection } from "next/server";
import type { ReactNode } from "react";
import { FontPreloads } from "../../components/site/pieces/font-preloads";
import { markIfFromOutside, ownLocale, readScheme, readAsVisitor } from "../../lib/doors/page";
import { getSite } from "../../lib/features/site/queries";
import "./style.css";

export const dynamic = "force-dynamic";

export default async function AccountLayout({ children }: { children: ReactNode }) {
  await connection();
  await markIfFromOutside();
  const site = await readAsVisitor(getSite, {});
  const [locale, scheme] = await Promise.all([ownLocale(), readScheme(site.scheme)]);
  return (
    <html lang={locale} data-plain="" data-scheme={scheme} data-accent={site.accent}>
      <body>
        <FontPreloads of="newsreader" />
        <main id="main" className="sheet account">
          {children}
        </main>
      </body>
    </html>
  );
}
