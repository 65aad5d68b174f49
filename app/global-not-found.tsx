import type { Metadata } from "next";
import { connection } from "next/server";
import { getTranslations } from "../lib/doors/words";
import { FontPreloads } from "../components/site/font-preloads";
import { Frame } from "../components/site/frame";
import { SmallMasthead } from "../components/site/masthead";
import { Missing } from "../components/site/missing";
import { readScheme, readAsVisitor } from "../lib/doors/page";
import { getSite } from "../lib/features/site/queries";
import "./(site)/style.css";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const [site, t] = await Promise.all([readAsVisitor(getSite, {}), getTranslations("missing")]);
  return { title: `${t("title")} — ${site.title}`, icons: { icon: "/favicon.svg" } };
}

/** Addresses without a page. It is outside of the layouts, so it renders its own document. */
export default async function GlobalNotFound() {
  await connection();
  const site = await readAsVisitor(getSite, {});
  const scheme = await readScheme(site.scheme);
  return (
    <html lang={site.locale} data-plain="" data-scheme={scheme} data-accent={site.accent}>
      <body>
        <FontPreloads />
        <Frame title={site.title} scheme={scheme}>
          <SmallMasthead site={site} />
          <Missing />
        </Frame>
      </body>
    </html>
  );
}
