import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LateMissingText } from "../../../../components/editor/late-missing-text";
import { PostEditor } from "../../../../components/posts/post-editor";
import { readIfThere } from "../../../../lib/doors/page";
import { getPost } from "../../../../lib/features/writing/posts/queries";
import { blankPost } from "../../../../lib/features/writing/posts/blank";
import { readAround } from "../around";
import "../../text.css";

type Props = { params: Promise<{ postId: string }> };

/** An address without a valid number is an address without a post. */
const postOf = async ({ params }: Props) => readIfThere(getPost, { postId: Number((await params).postId) });

export async function generateMetadata(props: Props): Promise<Metadata> {
  const post = await postOf(props);
  return { title: post?.title ?? (await getTranslations("editor.missing"))("title", { kind: "post" }) };
}

export default async function PostEditorPage(props: Props) {
  const [post, around] = await Promise.all([postOf(props), readAround()]);
  return post ? (
    <PostEditor key={post.id} initial={post} blank={blankPost()} around={around} />
  ) : (
    <LateMissingText kind="post" />
  );
}
