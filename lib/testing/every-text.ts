import { createPostComment } from "../features/comments/creating";
import { updatePost } from "../features/writing/posts/mutations";
import { updateSheet } from "../features/writing/sheets/mutations";
import { anActor } from "./actors";
import { aJournal, aPost, aSheet } from "./factories";

/** One record of every kind with a text, each in the source and in the working text. */
export async function everyText(): Promise<void> {
  const author = await anActor("ADMIN");
  const post = await aPost(author, { originalContent: "Some *text*." });
  await updatePost(author, {
    postId: post.id,
    title: post.title,
    status: "PUBLISHED",
    originalContent: "Some *new* text.",
  });
  await updatePost(author, { postId: post.id, title: post.title, originalContent: "*Working*.", autoSave: true });
  const sheet = await aSheet(author, { originalContent: "Some *text*." });
  await updateSheet(author, { sheetId: sheet.id, title: sheet.title, originalContent: "Some *new* text." });
  await updateSheet(author, { sheetId: sheet.id, title: sheet.title, originalContent: "*Working*.", autoSave: true });
  await aJournal(author, { sourceContent: "A *note*." });
  await aJournal(author, { sourceContent: "", content: "Some <em>raw</em> text.", keepRaw: true });
  await createPostComment(author, { author: "A", postId: post.id, content: "A *comment*." });
}
