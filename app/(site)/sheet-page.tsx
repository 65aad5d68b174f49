import { getTranslations } from "../../lib/doors/words";
import { Discussion } from "../../components/comments/discussion";
import { Contents } from "../../components/site/contents";
import { ItalicPreload } from "../../components/site/font-preloads";
import { JsonScript } from "../../components/site/json-script";
import { LockedText } from "../../components/site/locked-text";
import { SmallMasthead } from "../../components/site/masthead";
import { SheetHeader } from "../../components/site/post-header";
import { Prose } from "../../components/site/prose";
import { sheetData } from "../../components/site/structured-data";
import { layoutOf } from "../../components/site/template";
import { getDiscussion } from "../../lib/features/comments/queries";
import { countVisit, readAsVisitor } from "../../lib/doors/page";
import type { Asked } from "../../lib/doors/public-page";
import type { Site } from "../../lib/features/site/schema";
import type { PublicSheet } from "../../lib/features/writing/sheets/schema";
import { socialImage, withCover } from "./covers";
import { discussionAt } from "./discussion";
import { pageFacts } from "./page-facts";
import type { SitePage } from "./site-page";

/** The page of a sheet. */
export async function sheetPage(
  site: Site,
  sheet: PublicSheet,
  { query, state }: Omit<Asked, "params">,
): Promise<SitePage> {
  if (!sheet.locked) countVisit(`sheet:${sheet.id}`);
  const { page, replyTo, sent } = discussionAt(query);
  const layout = layoutOf(sheet.template);
  const [discussion, covered, image, t] = await Promise.all([
    sheet.locked || !layout.surroundings
      ? null
      : readAsVisitor(getDiscussion, { targetType: "SHEET", id: sheet.id, page, replyTo }),
    withCover(sheet),
    socialImage(sheet.thumbnail),
    getTranslations("unlock"),
  ]);
  const facts = pageFacts({
    site,
    path: sheet.url,
    title: sheet.locked && sheet.status === "INTIMATE" ? t("title") : sheet.title,
    description: sheet.metaDescription || sheet.summary,
    keywords: sheet.metaKeywords,
    image,
    hidden: sheet.status === "INTIMATE",
  });
  const body = (
    <>
      {layout.masthead && <SmallMasthead site={site} current={sheet.url} />}
      <main id="main">
        {sheet.locked ? (
          <LockedText text={sheet} form="unlock-sheet" state={state("unlock-sheet")} />
        ) : (
          <article className={layout.className}>
            <SheetHeader sheet={covered} />
            {layout.surroundings && <Contents toc={sheet.toc} />}
            <ItalicPreload html={sheet.content ?? ""} />
            <Prose html={sheet.content ?? ""} />
          </article>
        )}
        {discussion && (
          <Discussion
            discussion={discussion}
            target={{ type: "SHEET", id: sheet.id, url: sheet.url }}
            page={page}
            sent={sent}
            state={state("comment")}
          />
        )}
      </main>
      {sheet.status === "PUBLISHED" && <JsonScript type="application/ld+json" data={sheetData(site, sheet, image)} />}
    </>
  );
  return { facts, body };
}
