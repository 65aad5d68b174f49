import { permanentRedirect, redirect } from "next/navigation";
import { getTranslations } from "../../lib/doors/words";
import { copyWords } from "../../components/site/copy-words";
import { Related, SeriesParts, Share, Translations } from "../../components/site/further";
import { Contents } from "../../components/site/contents";
import { ItalicPreload } from "../../components/site/pieces/font-preloads";
import type { Facts } from "../../components/site/head";
import { PageData } from "../../components/site/json-script";
import { LockedText } from "../../components/site/locked-text";
import { SmallMasthead } from "../../components/site/masthead";
import { Neighbours } from "../../components/site/neighbours";
import { PostHeader } from "../../components/site/post-header";
import { SiteProse } from "../../components/site/site-prose";
import { breadcrumbData, postData } from "../../components/site/structured-data";
import { PostTags, shownTags } from "../../components/site/tag-list";
import { layoutOf } from "../../components/site/template";
import { countVisit, readAsVisitor } from "../../lib/doors/page";
import type { Asked } from "../../lib/doors/public-page";
import type { Site } from "../../lib/features/site/schema";
import type { ShownSite } from "./logos";
import { getRelated, getSeries } from "../../lib/features/writing/posts/related";
import { directionOf, meantSiteLocale, type SiteLocale } from "../../lib/core/languages";
import type { Translation } from "../../lib/features/writing/schema";
import { getNeighbours } from "../../lib/features/writing/posts/neighbours";
import { type getPostAtAddress, getPostTranslations } from "../../lib/features/writing/posts/queries";
import { withBylines } from "./bylines";
import { socialImage, withCover } from "./covers";
import { discussionBelow } from "./discussion";
import { cardImages, pageFacts } from "./page-facts";
import type { SitePage } from "./site-page";

type Post = NonNullable<Awaited<ReturnType<typeof getPostAtAddress>>["post"]>;

/**
 * The post at this path. Other addresses redirect to the post's own, not permanently, since an owner may choose another
 * pattern.
 */
export function postAt({ post, movedTo }: Awaited<ReturnType<typeof getPostAtAddress>>, path: string): Post {
  if (!post) permanentRedirect(movedTo ?? "/");
  if (post.url !== path) redirect(post.url);
  return post;
}

async function postFacts(
  site: Site,
  post: Post,
  locale: SiteLocale | undefined,
  translations: readonly Translation[],
): Promise<Facts> {
  const [t, comments] = await Promise.all([getTranslations("unlock", locale), getTranslations("discussion", locale)]);
  const unknown = post.locked && post.status === "INTIMATE";
  return pageFacts({
    site,
    path: post.url,
    title: unknown ? t("title") : post.title,
    description: post.metaDescription || post.summary,
    keywords: post.metaKeywords,
    ...(await cardImages(site, "post", post)),
    metas: post.metas,
    hidden: post.status === "INTIMATE",
    translations,
    feeds:
      post.locked || post.status !== "PUBLISHED" || !layoutOf(post.template).surroundings
        ? []
        : [{ title: comments("feedOf", { title: post.title }), base: `/comments/posts/${post.id}` }],
    article: unknown
      ? undefined
      : {
          published: post.createTime,
          modified: post.editTime,
          authors: post.author ? [post.author.nickname] : [],
          tags: shownTags(post.tags).map((tag) => tag.name),
        },
  });
}

const trailOf = ({ title, url, categories: [category] }: Post) => [
  ...(category ? [{ name: category.name, url: category.url }] : []),
  { name: title, url },
];

/** What else to read after a post: the parts of its series, and posts on the same matters. */
async function furtherOf({ posts }: Site, post: Post) {
  if (post.status !== "PUBLISHED" || !layoutOf(post.template).surroundings) return { series: null, related: [] };
  const tag = post.tags.find((each) => each.series);
  const [series, related] = await Promise.all([
    tag ? readAsVisitor(getSeries, { tag: tag.slug }) : null,
    posts.related ? readAsVisitor(getRelated, { postId: post.id }) : [],
  ]);
  return { series, related };
}

/** The page of a post, wherever the owner has posts stand. */
export async function postPage(site: ShownSite, post: Post, asked: Omit<Asked, "params">): Promise<SitePage> {
  if (!post.locked) countVisit(`post:${post.id}`);
  const layout = layoutOf(post.template);
  const { language = "" } = post;
  // The box of the text stays where the page has it; its words run their own way.
  const written = language === "" ? undefined : { lang: language, dir: directionOf(language) };
  const locale = language === "" ? undefined : meantSiteLocale(language);
  const translations =
    language === "" || post.status !== "PUBLISHED" ? [] : await readAsVisitor(getPostTranslations, { postId: post.id });
  const [neighbours, discussion, covered, image, facts, [signed], words, { series, related }] = await Promise.all([
    post.status === "PUBLISHED" && layout.surroundings ? readAsVisitor(getNeighbours, { postId: post.id }) : null,
    post.locked || !layout.surroundings ? null : discussionBelow({ type: "POST", id: post.id, url: post.url }, asked),
    withCover(post),
    socialImage(post.thumbnail),
    postFacts(site, post, locale, translations),
    post.locked ? [] : withBylines([post]),
    copyWords(post.content, locale),
    furtherOf(site, post),
  ]);
  const body = (
    <>
      {layout.masthead && <SmallMasthead site={site} />}
      <main id="main">
        {post.locked ? (
          <LockedText text={post} form="unlock" state={asked.state("unlock")} />
        ) : (
          <article className={layout.className} {...words}>
            <PostHeader written={written} post={covered} authorUrl={signed?.authorUrl} look={site.look} />
            <Translations of={translations} id={post.id} />
            {layout.surroundings && <Contents toc={post.toc} />}
            <ItalicPreload html={post.content ?? ""} />
            <SiteProse html={post.content ?? ""} written={written} />
            {series && <SeriesParts series={series} id={post.id} />}
            {layout.surroundings && <PostTags tags={post.tags} />}
            {layout.surroundings && site.posts.share && post.status === "PUBLISHED" && (
              <Share title={post.title} url={site.url + post.url} />
            )}
          </article>
        )}
        {related.length > 0 && <Related posts={related} />}
        {discussion}
        {neighbours && <Neighbours {...neighbours} />}
      </main>
      {post.status === "PUBLISHED" && (
        <PageData data={[postData(site, post, image, signed?.authorUrl), breadcrumbData(site, trailOf(post))]} />
      )}
    </>
  );
  return { facts, body, about: { kind: "post", id: post.id, path: post.url }, ...(locale && { locale }) };
}
