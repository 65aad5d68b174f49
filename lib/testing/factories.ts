import { desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { events, posts } from "../../db/schema";
import { createCategory } from "../features/taxonomy/categories/mutations";
import type { newCategory } from "../features/taxonomy/categories/schema";
import { type Actor, system } from "../core/access";
import { type AppError } from "../core/errors";
import { engine } from "../core/operation";
import { enqueue } from "../services/jobs/queue";
import { mailJob } from "../services/mail/queue";
import { createJournal } from "../features/journals/mutations";
import type { newJournal } from "../features/journals/schema";
import { createPost } from "../features/writing/posts/mutations";
import type { newPost } from "../features/writing/schema";
import { createSheet } from "../features/writing/sheets/mutations";
import type { newSheet } from "../features/writing/sheets/schema";
import { createTag } from "../features/taxonomy/tags/mutations";
import { stored } from "./setup";

type PostInput = z.input<typeof newPost>;

const HOUR = 3_600_000;
/** A moment so many hours from now. */
export const inHours = (hours: number): number => Date.now() + hours * HOUR;

let count = 0;

/** A post made by an operation: PUBLISHED an hour ago unless told otherwise. */
export const aPost = (actor: Actor = system, given: Partial<PostInput> = {}) =>
  createPost(actor, {
    title: `Post ${(count += 1)}`,
    originalContent: "Some *text*.",
    status: "PUBLISHED",
    createTime: inHours(-1),
    ...given,
  });

/** A sheet made by an operation: PUBLISHED an hour ago unless told otherwise. */
export const aSheet = (actor: Actor = system, given: Partial<z.input<typeof newSheet>> = {}) =>
  createSheet(actor, {
    title: `Sheet ${(count += 1)}`,
    originalContent: "Some *text*.",
    status: "PUBLISHED",
    createTime: inHours(-1),
    ...given,
  });

/** A journal made by an operation: PUBLIC unless told otherwise. */
export const aJournal = (actor: Actor = system, given: Partial<z.input<typeof newJournal>> = {}) =>
  createJournal(actor, { sourceContent: `Journal ${(count += 1)}`, ...given });

export const aCategory = (given: Partial<z.input<typeof newCategory>> = {}) =>
  createCategory(system, { name: `Category ${(count += 1)}`, ...given });

export const aTag = (name = `Tag ${(count += 1)}`) => createTag(system, { name });

/** A job that waits for an hour before it is begun. */
export const aJob = (runAt = new Date(inHours(1))) =>
  engine().transaction(
    (db) =>
      enqueue(db, {
        kind: mailJob,
        title: "A mail",
        payload: { to: "a@example.org", template: "test", data: {} },
        runAt,
      }),
    () => null,
  );

/** What some work was refused with; fails when it was not. */
export async function refusal(work: Promise<unknown>): Promise<AppError> {
  return work.then(
    () => {
      throw new Error("this was expected to be refused");
    },
    (error: unknown) => error as AppError,
  );
}

/** Why those of several that were refused were. */
export const refusals = (results: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  results.flatMap((result): unknown[] => (result.status === "rejected" ? [result.reason] : []));

/** The field and code of each thing that was wrong. */
export const faults = async (work: Promise<unknown>): Promise<string[]> =>
  ((await refusal(work)).extra.errors ?? []).map(({ field, code }) => `${field} ${code}`);

/** A post's own row, past every operation. */
export async function storedPost(id: number): Promise<typeof posts.$inferSelect> {
  const [row] = await stored().select().from(posts).where(eq(posts.id, id));
  if (!row) throw new Error(`there is no post ${id}`);
  return row;
}

export const lastEvent = async () => (await stored().select().from(events).orderBy(desc(events.id)).limit(1))[0];
export const eventCount = async () => (await stored().select({ id: events.id }).from(events)).length;
