import type { Metadata } from "next";
import { PostEditor } from "../../../../components/editor/post-editor";
import { read } from "../../../../lib/doors/page";
import { getPost } from "../../../../lib/posts/queries";
import { readAround } from "../around";
import "../../../(site)/prose.css";

type Props = { params: Promise<{ postId: string }> };

/** What is no number of a post is the number of none. */
const postOf = async ({ params }: Props) => read(getPost, { postId: Number((await params).postId) });

export const generateMetadata = async (props: Props): Promise<Metadata> => ({ title: (await postOf(props)).title });

export default async function PostEditorPage(props: Props) {
  const [post, around] = await Promise.all([postOf(props), readAround()]);
  return <PostEditor key={post.id} initial={post} around={around} />;
}
