import type { Post } from "../../lib/features/writing/schema";
import type { Result } from "../../lib/doors/result";
import type { Outcome } from "./snapshot";
import type { Kind } from "./kind";
import { type Edits, isLive, sameTexts, sentFields, type Text, titleOf } from "./edits";

type Answer = Result<Post>;
export type FieldErrors = Record<string, string>;

/** Turns an action's answer into an outcome of the autosave. */
export function outcomeOf(answer: Answer): Outcome<Post> {
  if (answer.ok) return { kind: "saved", version: answer.data.version, saved: answer.data };
  const { code, message, current, retryAfter } = answer.error;
  // With `stale` the operation answers the post as it is now.
  if (code === "stale" && current) return { kind: "stale", current: current as Post };
  if (code === "unauthenticated") return { kind: "signed-out" };
  if (retryAfter !== undefined && (code === "unavailable" || code === "too_many"))
    return { kind: "busy", after: retryAfter };
  if (code === "unavailable" || code === "internal") return { kind: "offline" };
  return { kind: "refused", message };
}

/** A save whose answer was lost looks like somebody else's: when the server has exactly this text, it was ours. */
const orOwn = (outcome: Outcome<Post>, text: Text): Outcome<Post> =>
  outcome.kind === "stale" && sameTexts(outcome.current, text)
    ? { kind: "saved", version: outcome.current.version, saved: outcome.current }
    : outcome;

type About = { kind: Kind; untitled: string; fields: (errors: FieldErrors) => void; first: FirstSave };

/** The key of a post's first save, with which the server makes one draft, however often the answer is lost. */
export class FirstSave {
  readonly #key = newKey();
  /** Whether an answer was lost: the draft may exist in an earlier state. */
  unsure = false;

  constructor(private readonly kind: Kind) {}

  /** Makes the draft, or finds the one that was made before. */
  async send(input: Parameters<Kind["createDraft"]>[0]["input"]): Promise<Answer> {
    return this.kind.createDraft({ key: this.#key, input }).catch((error: unknown) => {
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

/** Passes on the field errors of an answer; other errors report none. */
function tell(answer: Answer, fields: (errors: FieldErrors) => void): Answer {
  if (answer.ok) fields({});
  else if (fieldsAreWrong(answer)) fields(answer.error.fields);
  return answer;
}

/**
 * Saves without publishing: all of a draft, the text alone of a live post. Refused fields do not prevent saving the
 * text.
 */
export async function autosavePost(
  edits: Edits,
  post: Post | null,
  version: number | null,
  about: About,
): Promise<Outcome<Post>> {
  const { kind, untitled, fields, first } = about;
  const { originalContent, editorType } = edits;
  const title = titleOf(edits, untitled);
  if (post === null) {
    const created = tell(
      await first.send({ ...sentFields(edits), title, originalContent, editorType, autoSave: true }),
      fields,
    );
    const made = fieldsAreWrong(created)
      ? await first.send({
          title: titleOf({ ...edits, title: "" }, untitled),
          originalContent,
          editorType,
          autoSave: true,
        })
      : created;
    // An earlier attempt arrived and its answer was lost: saves the newer edits after it.
    return made.ok && first.unsure ? autosavePost(edits, made.data, made.data.version, about) : outcomeOf(made);
  }
  const base = { expectedVersion: version ?? post.version, ...textOf(edits, post) };
  if (isLive(post))
    return orOwn(outcomeOf(await kind.update(post.id, { ...base, title: post.title, autoSave: true })), edits);
  const saved = tell(await kind.update(post.id, { ...base, ...sentFields(edits), title, autoSave: true }), fields);
  if (!fieldsAreWrong(saved)) return orOwn(outcomeOf(saved), edits);
  const { title: kept } = post;
  return orOwn(outcomeOf(await kind.update(post.id, { ...base, title: kept, autoSave: true })), edits);
}

/** The text in the form that is sent. Changed text of a post with raw HTML is rendered again. */
const textOf = (edits: Edits, post: Post | null) => ({
  originalContent: edits.originalContent,
  editorType: edits.editorType,
  keepRaw: post !== null && post.keepRaw && sameTexts(post, edits),
});

/** Publishes a post, or changes a live one: everything on screen, with its chosen status. */
export async function publishPost(
  edits: Edits,
  post: Post | null,
  version: number | null,
  about: Omit<About, "untitled">,
): Promise<Outcome<Post>> {
  const { kind, fields, first } = about;
  const status = edits.visibility;
  // A post that was never published gets the date of its publication, unless one was chosen.
  const createTime = edits.createTime || (post?.publishedTime ? undefined : new Date().toISOString());
  const sent = {
    ...sentFields(edits),
    ...textOf(edits, post),
    status,
    ...(createTime && { createTime }),
    ...(kind.name === "post" && { mailFollowers: edits.mailFollowers }),
  };
  if (post === null) {
    const made = tell(await first.send(sent), fields);
    return made.ok && first.unsure ? publishPost(edits, made.data, made.data.version, about) : outcomeOf(made);
  }
  const answer = await kind.update(post.id, {
    ...sent,
    slug: edits.slug.trim() === "" && post.publishedTime ? undefined : sent.slug,
    expectedVersion: version ?? post.version,
  });
  return outcomeOf(tell(answer, fields));
}

/** Deliberately saves a draft: the replaced text is kept as a revision. */
export const saveOver = async (
  edits: Edits,
  current: Post,
  version: number,
  { kind, untitled, fields }: Omit<About, "first">,
): Promise<Outcome<Post>> =>
  outcomeOf(
    tell(
      await kind.update(current.id, {
        ...sentFields(edits),
        ...textOf(edits, current),
        title: titleOf(edits, untitled),
        expectedVersion: version,
      }),
      fields,
    ),
  );

/** Keeps the working text of a live post as a revision; does nothing without one. */
export const putWorkingTextAway = async (live: Post, kind: Kind): Promise<Outcome<Post>> =>
  live.inProgress
    ? outcomeOf(await kind.discard(live.id, live.version))
    : { kind: "saved", version: live.version, saved: live };
