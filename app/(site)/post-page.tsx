import type { Metadata } from "next";
import { permanentRedirect, redirect } from "next/navigation";
import { getTranslations } from "../../lib/doors/words";
import { Discussion } from "../../components/comments/discussion";
import { Contents } from "../../components/site/contents";
import { ItalicPreload } from "../../components/site/font-preloads";
import { JsonScript } from "../../components/site/json-script";
import { LockedPost } from "../../components/site/locked-post";
import { SmallMasthead } from "../../components/site/masthead";
import { Neighbours } from "../../components/site/neighbours";
import { PostHeader } from "../../components/site/post-header";
import { Prose } from "../../components/site/prose";
import { postData } from "../../components/site/structured-data";
import { PostTags } from "../../components/site/tag-list";
import { layoutOf } from "../../components/site/template";
import { sendCommentAction, unlockAction } from "./actions";
import { getDiscussion } from "../../lib/features/comments/queries";
import { countVisit, readAsVisitor } from "../../lib/doors/page";
import { getSite } from "../../lib/features/site/queries";
import { getNeighbours } from "../../lib/features/writing/posts/neighbours";
import { type getPostAtAddress } from "../../lib/features/writing/posts/queries";
import { socialImage, withCover } from "./covers";
import { discussionAt } from "./discussion";
import { pageMetadata } from "./page-metadata";

type Post = NonNullable<Awaited<ReturnType<typeof getPostAtAddress>>["post"]>;
type Query = Promise<Record<string, string | string[] | undefined>>;

/**
 * The post at this path. Other addresses redirect to the post's own, not permanently, since an owner may choose another
 * pattern.
 */
export function postAt({ post, movedTo }: Awaited<ReturnType<typeof getPostAtAddress>>, path: string): Post {
  if (!post) permanentRedirect(movedTo ?? "/");
  if (post.url !== path) redirect(post.url);
  return post;
}

export async function postMetadata(post: Post): Promise<Metadata> {
  const [site, t] = await Promise.all([readAsVisitor(getSite, {}), getTranslations("unlock")]);
  const unknown = post.locked && post.status === "INTIMATE";
  return pageMetadata({
    site,
    path: post.url,
    title: unknown ? t("title") : post.title,
    description: post.metaDescription || post.summary,
    keywords: post.metaKeywords,
    image: await socialImage(post.thumbnail),
    hidden: post.status === "INTIMATE",
    article: unknown
      ? undefined
      : {
          published: post.createTime,
          modified: post.editTime,
          authors: post.author ? [post.author.nickname] : [],
          tags: post.tags.map((tag) => tag.name),
        },
  });
}

/** A post's page, at any pattern of addresses. */
export async function PostPage({ post, searchParams }: { post: Post; searchParams: Query }) {
  const site = await readAsVisitor(getSite, {});
  const { previous, next } = await readAsVisitor(getNeighbours, { postId: post.id });
  if (!post.locked) countVisit(`post:${post.id}`);
  const { page, replyTo, sent } = discussionAt(await searchParams);
  const layout = layoutOf(post.template);
  const discussion =
    post.locked || !layout.surroundings
      ? null
      : await readAsVisitor(getDiscussion, { targetType: "POST", id: post.id, page, replyTo });
  return (
    <>
      {layout.masthead && <SmallMasthead site={site} />}
      <main id="main">
        {post.locked ? (
          <LockedPost post={post} action={unlockAction} />
        ) : (
          <article className={layout.className}>
            <PostHeader post={await withCover(post)} />
            {layout.surroundings && <Contents toc={post.toc} />}
            <ItalicPreload html={post.content ?? ""} />
            <Prose html={post.content ?? ""} />
            {layout.surroundings && <PostTags tags={post.tags} />}
          </article>
        )}
        {discussion && (
          <Discussion
            discussion={discussion}
            target={{ type: "POST", id: post.id, url: post.url }}
            page={page}
            sent={sent}
            action={sendCommentAction}
          />
        )}
        {post.status === "PUBLISHED" && layout.surroundings && <Neighbours previous={previous} next={next} />}
      </main>
      {post.status === "PUBLISHED" && (
        <JsonScript type="application/ld+json" data={postData(site, post, await socialImage(post.thumbnail))} />
      )}
    </>
  );
}
