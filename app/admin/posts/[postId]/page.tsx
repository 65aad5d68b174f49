import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LateMissingPost } from "../../../../components/editor/late-missing-post";
import { PostEditor } from "../../../../components/editor/post-editor";
import { readIfThere } from "../../../../lib/doors/page";
import { getPost } from "../../../../lib/features/writing/posts/queries";
import { blankPost } from "../../../../lib/features/writing/posts/blank";
import { readAround } from "../around";
import "../../../(site)/prose.css";

type Props = { params: Promise<{ postId: string }> };

/** What is no number of a post is the number of none. */
const postOf = async ({ params }: Props) => readIfThere(getPost, { postId: Number((await params).postId) });

export async function generateMetadata(props: Props): Promise<Metadata> {
  const post = await postOf(props);
  return { title: post?.title ?? (await getTranslations("editor.missing"))("title") };
}

export default async function PostEditorPage(props: Props) {
  const [post, around] = await Promise.all([postOf(props), readAround()]);
  return post ? <PostEditor key={post.id} initial={post} blank={blankPost()} around={around} /> : <LateMissingPost />;
}
