import { useTranslations } from "../../lib/doors/words";
import type { ReactNode } from "react";
import type { Site } from "../../lib/features/site/schema";
import { siteScript, speculationRules } from "../../lib/core/page-scripts";
import { Footer } from "./footer";
import { JsonScript } from "./json-script";

type Props = {
  site: Pick<Site, "title" | "footer" | "follow" | "aboutLine">;
  scheme?: "light" | "dark";
  children: ReactNode;
};

/** The frame of every public page. */
export function Frame({ site, scheme, children }: Props) {
  const t = useTranslations("site");
  return (
    <>
      <a className="skip" href="#main">
        {t("skip")}
      </a>
      <div className="sheet">
        {children}
        <Footer title={site.title} text={site.footer} follow={site.follow} about={site.aboutLine} scheme={scheme} />
      </div>
      <JsonScript type="speculationrules" data={speculationRules} />
      {/* oxlint-disable-next-line nextjs/no-sync-scripts -- a module waits for the page by itself */}
      <script type="module" src={siteScript} />
    </>
  );
}
