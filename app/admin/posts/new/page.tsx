import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PostEditor } from "../../../../components/posts/post-editor";
import { blankPost } from "../../../../lib/features/writing/posts/blank";
import { readAround } from "../around";
import "../../text.css";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("editor"))("newPost", { kind: "post" }),
});

/** An empty editor; its first words make the post. */
export default async function NewPostPage() {
  return <PostEditor key="new" initial={null} blank={blankPost()} around={await readAround()} />;
}
