import type { Metadata } from "next";
import { permanentRedirect } from "next/navigation";
import { getTranslations } from "../../../lib/doors/words";
import { Discussion } from "../../../components/comments/discussion";
import { Contents } from "../../../components/site/contents";
import { ItalicPreload } from "../../../components/site/font-preloads";
import { JsonScript } from "../../../components/site/json-script";
import { LockedPost } from "../../../components/site/locked-post";
import { SmallMasthead } from "../../../components/site/masthead";
import { SheetHeader } from "../../../components/site/post-header";
import { Prose } from "../../../components/site/prose";
import { sheetData } from "../../../components/site/structured-data";
import { layoutOf } from "../../../components/site/template";
import { sendCommentAction } from "../actions";
import { getDiscussion } from "../../../lib/features/comments/queries";
import { countVisit, readAsVisitor, findPlace } from "../../../lib/doors/page";
import { places } from "../../../lib/features/site/places";
import { getSite } from "../../../lib/features/site/queries";
import { unlockSheetAction } from "../actions";
import { socialImage, withCover } from "../covers";
import { discussionAt } from "../discussion";
import { pageMetadata } from "../page-metadata";
import { postMetadata, PostPage } from "../post-page";

type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** A sheet, or a post where posts are at the top of the site. */
async function foundAt({ params }: Pick<Props, "params">) {
  const { post, sheet, movedTo } = await findPlace(places["/[slug]"], params);
  if (post) return { post };
  if (!sheet) permanentRedirect(movedTo ?? "/");
  return { sheet };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [site, { post, sheet }, t] = await Promise.all([
    readAsVisitor(getSite, {}),
    foundAt(props),
    getTranslations("unlock"),
  ]);
  if (post) return postMetadata(post);
  const unknown = sheet.locked && sheet.status === "INTIMATE";
  return pageMetadata({
    site,
    path: sheet.url,
    title: unknown ? t("title") : sheet.title,
    description: sheet.metaDescription || sheet.summary,
    keywords: sheet.metaKeywords,
    image: await socialImage(sheet.thumbnail),
    hidden: sheet.status === "INTIMATE",
  });
}

export default async function TopPage(props: Props) {
  const [site, { post, sheet }] = await Promise.all([readAsVisitor(getSite, {}), foundAt(props)]);
  if (post) return <PostPage post={post} searchParams={props.searchParams} />;
  if (!sheet.locked) countVisit(`sheet:${sheet.id}`);
  const { page, replyTo, sent } = discussionAt(await props.searchParams);
  const layout = layoutOf(sheet.template);
  const discussion =
    sheet.locked || !layout.surroundings
      ? null
      : await readAsVisitor(getDiscussion, { targetType: "SHEET", id: sheet.id, page, replyTo });
  return (
    <>
      {layout.masthead && <SmallMasthead site={site} current={sheet.url} />}
      <main id="main">
        {sheet.locked ? (
          <LockedPost post={sheet} action={unlockSheetAction} />
        ) : (
          <article className={layout.className}>
            <SheetHeader sheet={await withCover(sheet)} />
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
            action={sendCommentAction}
          />
        )}
      </main>
      {sheet.status === "PUBLISHED" && (
        <JsonScript type="application/ld+json" data={sheetData(site, sheet, await socialImage(sheet.thumbnail))} />
      )}
    </>
  );
}
