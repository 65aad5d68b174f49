import {
  createDraftAction,
  discardWorkingTextAction,
  updatePostAction,
  updatePostContentAction,
} from "../../app/admin/posts/actions";
import type { Post } from "../../lib/features/writing/schema";
import type { Outcome } from "./snapshot";
import { type Edits, isLive, sentFields, titleOf } from "./edits";

type Answer = Awaited<ReturnType<typeof updatePostAction>>;
export type FieldErrors = Record<string, string>;

/** The answer of an action as the machine takes it. */
export function outcomeOf(answer: Answer): Outcome<Post> {
  if (answer.ok) return { kind: "saved", version: answer.data.version, saved: answer.data };
  const { code, message, current, retryAfter } = answer.error;
  // The operation's own answer to `stale` is the post as it stands.
  if (code === "stale" && current) return { kind: "stale", current: current as Post };
  if (code === "unauthenticated") return { kind: "signed-out" };
  if (retryAfter !== undefined && (code === "unavailable" || code === "too_many"))
    return { kind: "busy", after: retryAfter };
  if (code === "unavailable" || code === "internal") return { kind: "offline" };
  return { kind: "refused", message };
}

/** A save whose answer got lost looks like somebody else's: when the server holds this very text, it was ours. */
const orOwn = (outcome: Outcome<Post>, text: string): Outcome<Post> =>
  outcome.kind === "stale" && outcome.current.originalContent === text
    ? { kind: "saved", version: outcome.current.version, saved: outcome.current }
    : outcome;

type About = { untitled: string; fields: (errors: FieldErrors) => void; first: FirstSave };

/** The key of a post's first save: with it the server makes one draft, however often the answer gets lost. */
export class FirstSave {
  readonly #key = newKey();
  /** Whether an answer never came: the draft may be there, as it was then. */
  unsure = false;

  /** Makes the draft, or finds the one that was made before. */
  async send(input: Parameters<typeof createDraftAction>[0]["input"]): Promise<Answer> {
    return createDraftAction({ key: this.#key, input }).catch((error: unknown) => {
      this.unsure = true;
      throw error;
    });
  }
}

const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const fieldsAreWrong = (answer: Answer) =>
  !answer.ok &&
  (answer.error.code === "invalid" || answer.error.code === "conflict") &&
  Object.keys(answer.error.fields).length > 0;

/** Passes on what an answer says of the fields; one about something else says nothing of them. */
function tell(answer: Answer, fields: (errors: FieldErrors) => void): Answer {
  if (answer.ok) fields({});
  else if (fieldsAreWrong(answer)) fields(answer.error.fields);
  return answer;
}

/** Saves without publishing anything: all of a draft, of a live post the text alone. Fields that are refused do not keep the text from being saved. */
export async function autosavePost(
  edits: Edits,
  post: Post | null,
  version: number | null,
  about: About,
): Promise<Outcome<Post>> {
  const { untitled, fields, first } = about;
  const { originalContent } = edits;
  const title = titleOf(edits, untitled);
  if (post === null) {
    const created = tell(
      await first.send({ ...sentFields(edits), title, originalContent, editorType: "MARKDOWN", autoSave: true }),
      fields,
    );
    const made = fieldsAreWrong(created)
      ? await first.send({ title: titleOf({ ...edits, title: "" }, untitled), originalContent, autoSave: true })
      : created;
    // An earlier try had come through without our hearing of it: what was written since goes after it.
    return made.ok && first.unsure ? autosavePost(edits, made.data, made.data.version, about) : outcomeOf(made);
  }
  const base = { postId: post.id, expectedVersion: version ?? post.version, ...textOf(edits, post) };
  if (isLive(post))
    return orOwn(outcomeOf(await updatePostAction({ ...base, title: post.title, autoSave: true })), originalContent);
  const saved = tell(await updatePostAction({ ...base, ...sentFields(edits), title, autoSave: true }), fields);
  if (!fieldsAreWrong(saved)) return orOwn(outcomeOf(saved), originalContent);
  const { editorType: _, ...text } = base;
  return orOwn(outcomeOf(await updatePostContentAction(text)), originalContent);
}

/** The text as it is sent. Writing anew what was kept as raw HTML lets the server render it again. */
const textOf = (edits: Edits, post: Post | null) => ({
  originalContent: edits.originalContent,
  editorType: post?.editorType ?? ("MARKDOWN" as const),
  keepRaw: (post?.keepRaw ?? false) && post?.originalContent === edits.originalContent,
});

/** Brings a post out, or changes a live one: everything on screen, under the status it is to have. */
export async function publishPost(
  edits: Edits,
  post: Post | null,
  version: number | null,
  about: Omit<About, "untitled">,
): Promise<Outcome<Post>> {
  const { fields, first } = about;
  const status = edits.visibility;
  // A post that was never published is dated by its publication, unless a date was chosen.
  const createTime = edits.createTime || (post?.publishedTime ? undefined : new Date().toISOString());
  const sent = { ...sentFields(edits), ...textOf(edits, post), status, ...(createTime && { createTime }) };
  if (post === null) {
    const made = tell(await first.send(sent), fields);
    return made.ok && first.unsure ? publishPost(edits, made.data, made.data.version, about) : outcomeOf(made);
  }
  const answer = await updatePostAction({
    ...sent,
    slug: edits.slug.trim() === "" && post.publishedTime ? undefined : sent.slug,
    postId: post.id,
    expectedVersion: version ?? post.version,
  });
  return outcomeOf(tell(answer, fields));
}

/** Saves a draft on purpose: the text it replaces is kept as a revision. */
export const saveOver = async (
  edits: Edits,
  current: Post,
  version: number,
  { untitled, fields }: Omit<About, "first">,
): Promise<Outcome<Post>> =>
  outcomeOf(
    tell(
      await updatePostAction({
        ...sentFields(edits),
        ...textOf(edits, current),
        title: titleOf(edits, untitled),
        postId: current.id,
        expectedVersion: version,
      }),
      fields,
    ),
  );

/** Keeps the working text of a live post as a revision; where there is none, nothing is to be done. */
export const putWorkingTextAway = async (live: Post): Promise<Outcome<Post>> =>
  live.inProgress
    ? outcomeOf(await discardWorkingTextAction({ postId: live.id, expectedVersion: live.version }))
    : { kind: "saved", version: live.version, saved: live };
