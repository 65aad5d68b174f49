import { getTranslations } from "../../lib/doors/words";
import { copyWords } from "../../components/site/copy-words";
import { Contents } from "../../components/site/contents";
import { ItalicPreload } from "../../components/site/pieces/font-preloads";
import { PageData } from "../../components/site/json-script";
import { LockedText } from "../../components/site/locked-text";
import { SmallMasthead } from "../../components/site/masthead";
import { SheetHeader } from "../../components/site/post-header";
import { SiteProse } from "../../components/site/site-prose";
import { breadcrumbData, sheetData } from "../../components/site/structured-data";
import { layoutOf } from "../../components/site/template";
import { Translations } from "../../components/site/further";
import { directionOf, meantSiteLocale } from "../../lib/core/languages";
import { countVisit, readAsVisitor } from "../../lib/doors/page";
import type { Asked } from "../../lib/doors/public-page";
import type { ShownSite } from "./logos";
import { getSheetTranslations } from "../../lib/features/writing/sheets/queries";
import type { PublicSheet } from "../../lib/features/writing/sheets/schema";
import { socialImage, withCover } from "./covers";
import { discussionBelow } from "./discussion";
import { cardImages, pageFacts } from "./page-facts";
import type { SitePage } from "./site-page";

/** The page of a sheet. */
export async function sheetPage(site: ShownSite, sheet: PublicSheet, asked: Omit<Asked, "params">): Promise<SitePage> {
  if (!sheet.locked) countVisit(`sheet:${sheet.id}`);
  const layout = layoutOf(sheet.template);
  const { language = "" } = sheet;
  const written = language === "" ? undefined : { lang: language, dir: directionOf(language) };
  const locale = language === "" ? undefined : meantSiteLocale(language);
  const [discussion, covered, image, images, words, translations, t] = await Promise.all([
    sheet.locked || !layout.surroundings
      ? null
      : discussionBelow({ type: "SHEET", id: sheet.id, url: sheet.url }, asked),
    withCover(sheet),
    socialImage(sheet.thumbnail),
    cardImages(site, "sheet", sheet),
    copyWords(sheet.content, locale),
    language === "" || sheet.status !== "PUBLISHED" ? [] : readAsVisitor(getSheetTranslations, { sheetId: sheet.id }),
    getTranslations("unlock", locale),
  ]);
  const facts = pageFacts({
    site,
    path: sheet.url,
    title: sheet.locked && sheet.status === "INTIMATE" ? t("title") : sheet.title,
    description: sheet.metaDescription || sheet.summary,
    keywords: sheet.metaKeywords,
    ...images,
    metas: sheet.metas,
    hidden: sheet.status === "INTIMATE",
    translations,
  });
  const body = (
    <>
      {layout.masthead && <SmallMasthead site={site} current={sheet.url} />}
      <main id="main">
        {sheet.locked ? (
          <LockedText text={sheet} form="unlock-sheet" state={asked.state("unlock-sheet")} />
        ) : (
          <article className={layout.className} {...words}>
            <SheetHeader written={written} sheet={covered} look={site.look} />
            <Translations of={translations} id={sheet.id} />
            {layout.surroundings && <Contents toc={sheet.toc} />}
            <ItalicPreload html={sheet.content ?? ""} />
            <SiteProse html={sheet.content ?? ""} written={written} />
          </article>
        )}
        {discussion}
      </main>
      {sheet.status === "PUBLISHED" && (
        <PageData
          data={[sheetData(site, sheet, image), breadcrumbData(site, [{ name: sheet.title, url: sheet.url }])]}
        />
      )}
    </>
  );
  return { facts, body, about: { kind: "sheet", id: sheet.id, path: sheet.url }, ...(locale && { locale }) };
}
