import type { Metadata } from "next";
import { permanentRedirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Discussion } from "../../../../components/comments/discussion";
import { Contents } from "../../../../components/site/contents";
import { JsonScript } from "../../../../components/site/json-script";
import { LockedPost } from "../../../../components/site/locked-post";
import { SmallMasthead } from "../../../../components/site/masthead";
import { Neighbours } from "../../../../components/site/neighbours";
import { PostHeader } from "../../../../components/site/post-header";
import { Prose } from "../../../../components/site/prose";
import { postData } from "../../../../components/site/structured-data";
import { PostTags } from "../../../../components/site/tag-list";
import { sendCommentAction } from "../../../../lib/comments/actions";
import { getDiscussion } from "../../../../lib/comments/queries";
import { countView, visit } from "../../../../lib/doors/page";
import { getSite } from "../../../../lib/options/queries";
import { unlockAction } from "../../../../lib/posts/actions";
import { getNeighbours, getPostAtAddress } from "../../../../lib/posts/queries";
import { decodePart } from "../../address";
import { discussionAt } from "../../discussion";
import { pageMetadata } from "../../page-metadata";

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> };

async function postAt({ params }: Pick<Props, "params">) {
  const { post, movedTo } = await visit(getPostAtAddress, { slug: decodePart((await params).slug) });
  if (!post) permanentRedirect(movedTo ?? "/");
  return post;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [site, post, t] = await Promise.all([visit(getSite, {}), postAt(props), getTranslations("unlock")]);
  const unknown = post.locked && post.status === "INTIMATE";
  return pageMetadata({
    site,
    path: post.url,
    title: unknown ? t("title") : post.title,
    description: post.metaDescription || post.summary,
    image: post.thumbnail,
    hidden: post.status === "INTIMATE",
    article: unknown
      ? undefined
      : { published: post.createTime, modified: post.editTime, authors: post.author ? [post.author.nickname] : [], tags: post.tags.map((tag) => tag.name) },
  });
}

export default async function PostPage(props: Props) {
  const [site, post] = await Promise.all([visit(getSite, {}), postAt(props)]);
  const { previous, next } = await visit(getNeighbours, { postId: post.id });
  if (!post.locked) countView(`post:${post.id}`);
  const { page, replyTo, sent } = discussionAt(await props.searchParams);
  const discussion = post.locked ? null : await visit(getDiscussion, { targetType: "POST", id: post.id, page, replyTo });
  return (
    <>
      <SmallMasthead site={site} />
      <main id="main">
        {post.locked ? (
          <LockedPost post={post} action={unlockAction} />
        ) : (
          <article className="story">
            <PostHeader post={post} />
            <Contents toc={post.toc} />
            <Prose html={post.content ?? ""} />
            <PostTags tags={post.tags} />
          </article>
        )}
        {discussion && <Discussion discussion={discussion} target={{ type: "POST", id: post.id, url: post.url }} page={page} sent={sent} action={sendCommentAction} />}
        {post.status === "PUBLISHED" && <Neighbours previous={previous} next={next} />}
      </main>
      {post.status === "PUBLISHED" && <JsonScript type="application/ld+json" data={postData(site, post)} />}
    </>
  );
}
