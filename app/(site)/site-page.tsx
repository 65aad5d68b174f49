import type { ReactNode } from "react";
import { Document } from "../../components/site/document";
import type { Facts } from "../../components/site/head";
import { OwnBar } from "../../components/site/own-bar";
import type { SiteLocale } from "../../lib/core/languages";
import { styleSheet } from "../../lib/core/style-sheet";
import type { FormState } from "../../lib/doors/form-state";
import { readScheme, readAsVisitor } from "../../lib/doors/page";
import { type Asked, publicPage } from "../../lib/doors/public-page";
import { getSite } from "../../lib/features/site/queries";
import { logosOf, type ShownSite } from "./logos";
import { type About, ownBar } from "./own-bar";
import { siteCard } from "./page-facts";

/** A page of the site: the facts for its head, and its body between the shared header and footer. */
export type SitePage = { facts: Facts; body: ReactNode; status?: number; about?: About; locale?: SiteLocale };

/** Pages without a picture of their own are shown with the site's, unless nobody is to find them. */
async function withSiteCard(site: ShownSite, facts: Facts): Promise<Facts> {
  const { shared, robots } = facts;
  return shared && !shared.image && robots === undefined
    ? { ...facts, shared: { ...shared, image: await siteCard(site) } }
    : facts;
}

/** The handlers of a page of the site, with the forms that may be sent from it. */
export const sitePage = <P = Record<string, never>,>(
  make: (asked: Asked<P>, site: ShownSite) => SitePage | Promise<SitePage>,
  forms?: Readonly<Record<string, (form: FormData) => Promise<FormState>>>,
) =>
  publicPage<P>(async (asked) => {
    const known = await readAsVisitor(getSite, {});
    const scheme = await readScheme(known.scheme);
    const site = { ...known, logos: await logosOf(known, scheme) };
    const { facts: given, body, status, about, locale } = await make(asked, site);
    const [facts, own] = await Promise.all([withSiteCard(site, given), ownBar(about, asked.state)]);
    const document = (
      <Document
        site={locale ? { ...site, locale } : site}
        scheme={scheme}
        style={styleSheet.get()(site.look, site.fonts)}
        facts={facts}
      >
        {own && <OwnBar own={own} />}
        {body}
      </Document>
    );
    return { document, status, ...(locale && { locale }) };
  }, forms);
