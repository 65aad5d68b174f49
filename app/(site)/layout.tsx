import type { Viewport } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { FontPreloads } from "../../components/site/font-preloads";
import { Frame } from "../../components/site/frame";
import { readScheme, readAsVisitor } from "../../lib/doors/page";
import { getSite } from "../../lib/features/site/queries";
import { paper } from "./page-metadata";
import "./style.css";

export const dynamic = "force-dynamic";

export async function generateViewport(): Promise<Viewport> {
  const scheme = await readScheme((await readAsVisitor(getSite, {})).scheme);
  const { light, dark } = paper;
  return {
    themeColor: scheme
      ? paper[scheme]
      : [
          { media: "(prefers-color-scheme: light)", color: light },
          { media: "(prefers-color-scheme: dark)", color: dark },
        ],
  };
}

export default async function SiteLayout({ children }: { children: ReactNode }) {
  await connection();
  const site = await readAsVisitor(getSite, {});
  const scheme = await readScheme(site.scheme);
  return (
    <html lang={site.locale} data-plain="" data-scheme={scheme} data-accent={site.accent}>
      <body>
        <FontPreloads />
        <Frame title={site.title} scheme={scheme}>
          {children}
        </Frame>
      </body>
    </html>
  );
}
