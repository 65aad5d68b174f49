import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PostEditor } from "../../../../components/editor/post-editor";
import { blankPost } from "../../../../lib/features/writing/posts/blank";
import { readAround } from "../around";
import "../../../(site)/prose.css";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("editor"))("newPost"),
});

/** An empty editor; the post is made with its first words. */
export default async function NewPostPage() {
  return <PostEditor key="new" initial={null} blank={blankPost()} around={await readAround()} />;
}
