import type { ReactNode } from "react";
import { Document } from "../../components/site/document";
import type { Facts } from "../../components/site/head";
import { styleSheet } from "../../lib/core/style-sheet";
import type { FormState } from "../../lib/doors/form-state";
import { readScheme, readAsVisitor } from "../../lib/doors/page";
import { type Asked, publicPage } from "../../lib/doors/public-page";
import { getSite } from "../../lib/features/site/queries";
import type { Site } from "../../lib/features/site/schema";

/** A page of the site: the facts for its head, and its body between the shared header and footer. */
export type SitePage = { facts: Facts; body: ReactNode; status?: number };

/** The handlers of a page of the site, with the forms that may be sent from it. */
export const sitePage = <P = Record<string, never>,>(
  make: (asked: Asked<P>, site: Site) => SitePage | Promise<SitePage>,
  forms?: Readonly<Record<string, (form: FormData) => Promise<FormState>>>,
) =>
  publicPage<P>(async (asked) => {
    const site = await readAsVisitor(getSite, {});
    const [{ facts, body, status }, scheme] = await Promise.all([make(asked, site), readScheme(site.scheme)]);
    const document = (
      <Document site={site} scheme={scheme} style={styleSheet.get()()} facts={facts}>
        {body}
      </Document>
    );
    return { document, status };
  }, forms);
