import { connection } from "next/server";
import type { ReactNode } from "react";
import { readScheme, visit } from "../../lib/doors/page";
import { getSite } from "../../lib/options/queries";
import "../(site)/fonts.css";
import "../(site)/tokens.css";
import "../(site)/site.css";

export const dynamic = "force-dynamic";

export default async function AccountLayout({ children }: { children: ReactNode }) {
  await connection();
  const [site, scheme] = await Promise.all([visit(getSite, {}), readScheme()]);
  return (
    <html lang={site.locale} data-plain="" data-scheme={scheme}>
      <body>
        <main id="main" className="sheet account">
          {children}
        </main>
      </body>
    </html>
  );
}
