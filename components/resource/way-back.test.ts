import { dirname, resolve } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Operation } from "../../lib/core/operation";
import { setAttachmentTeams } from "../../lib/features/attachments/bulk";
import { listAttachments } from "../../lib/features/attachments/queries";
import { setCommentsState, setCommentStates } from "../../lib/features/comments/queue/mutations";
import { createLink } from "../../lib/features/links/mutations";
import { placeLinks } from "../../lib/features/links/ordering";
import { createMenu, placeMenus } from "../../lib/features/menus/mutations";
import { createPhoto } from "../../lib/features/photos/mutations";
import { placePhotos } from "../../lib/features/photos/ordering";
import { placeCategories } from "../../lib/features/taxonomy/categories/mutations";
import { setPostStatuses } from "../../lib/features/writing/posts/bulk";
import { setPostsCategories, setPostsTags } from "../../lib/features/writing/posts/filing";
import { setSheetStatuses } from "../../lib/features/writing/sheets/bulk";
import { system } from "../../lib/testing/actors";
import { aComment } from "../../lib/testing/commented";
import { aCategory, aPost, aSheet, aTag, refusal } from "../../lib/testing/factories";
import { freshDatabase } from "../../lib/testing/setup";
import { programFiles } from "../../lib/testing/sources";
import { anAttachment } from "../../lib/testing/stored-files";

/*
 * Undo sends back what a change answered as `before`. Where somebody changed one of the records meanwhile, that is said
 * and nothing is overwritten; and no button sends a change without naming what it was made from.
 */
type Fields = Record<string, unknown>;
type Case = {
  /** Makes two records and returns their numbers. */
  make: () => Promise<number[]>;
  input: (ids: number[]) => Fields | Promise<Fields>;
  /** The operation that takes the answer. */
  back: unknown;
  /** What somebody else gives each record meanwhile. */
  theirs: () => Fields | Promise<Fields>;
};

const twice = async (make: () => Promise<{ id: number }>): Promise<number[]> => [(await make()).id, (await make()).id];
const byId = (ids: number[], name: string, given: Fields) => ({ items: ids.map((id) => ({ [name]: id, ...given })) });

const link = () => createLink(system, { name: "A link", url: "https://a.example/", team: "Old" });
const photo = () =>
  createPhoto(system, { name: "A photo", url: "/a", thumbnail: "", takeTime: "2026-01-01T10:00:00Z" });
const menu = () => createMenu(system, { name: "An entry", url: "/" });
const waitingComment = async () => {
  const comment = await aComment((await aPost()).id);
  await setCommentsState(system, { items: [comment.id], state: "waiting" });
  return comment;
};
const files = async () => {
  await anAttachment("aaaaaaaaaaaaaaaa", Buffer.from("bytes"));
  await anAttachment("bbbbbbbbbbbbbbbb", Buffer.from("bytes"));
  return (await listAttachments(system, {})).items.map(({ id }) => id);
};
const photoPlaces = { back: placePhotos, make: () => twice(photo), theirs: () => ({ team: "Theirs", priority: 7 }) };
const places = { back: placeLinks, make: () => twice(link), theirs: () => ({ team: "Theirs", priority: 7 }) };

const cases: Record<string, Case> = {
  setAttachmentTeams: {
    make: files,
    input: (ids) => byId(ids, "attachmentId", { team: "Mine" }),
    back: setAttachmentTeams,
    theirs: () => ({ team: "Theirs" }),
  },
  placeLinks: { ...places, input: (ids) => byId(ids, "id", { team: "Mine", priority: 3 }) },
  setLinkTeam: { ...places, input: (ids) => ({ ids, team: "Mine" }) },
  moveLink: { ...places, input: ([first, second]) => ({ id: second, beside: first }) },
  placePhotos: { ...photoPlaces, input: (ids) => byId(ids, "photoId", { team: "Mine", priority: 3 }) },
  // The second comes first without being moved, as the one added last.
  movePhoto: { ...photoPlaces, input: ([first, second]) => ({ photoId: first, beside: second }) },
  placeMenus: {
    make: () => twice(menu),
    input: (ids) => byId(ids, "id", { parentId: null, priority: 3 }),
    back: placeMenus,
    theirs: () => ({ parentId: null, priority: 7 }),
  },
  placeCategories: {
    make: () => twice(aCategory),
    input: (ids) => byId(ids, "id", { parentId: null, priority: 3 }),
    back: placeCategories,
    theirs: () => ({ parentId: null, priority: 7 }),
  },
  setCommentsState: {
    make: () => twice(waitingComment),
    input: (items) => ({ items, state: "published" }),
    back: setCommentStates,
    theirs: () => ({ state: "spam" }),
  },
  setCommentStates: {
    make: () => twice(waitingComment),
    input: (ids) => byId(ids, "commentId", { state: "published" }),
    back: setCommentStates,
    theirs: () => ({ state: "bin" }),
  },
  replyToComment: {
    make: () => twice(waitingComment),
    input: ([parentId]) => ({ parentId, content: "Thank you.", approve: true }),
    back: setCommentStates,
    theirs: () => ({ state: "spam" }),
  },
  setPostsStatus: {
    make: () => twice(aPost),
    input: (items) => ({ items, status: "RECYCLE" }),
    back: setPostStatuses,
    theirs: () => ({ status: "INTIMATE" }),
  },
  setPostStatuses: {
    make: () => twice(aPost),
    input: (ids) => byId(ids, "postId", { status: "DRAFT" }),
    back: setPostStatuses,
    theirs: () => ({ status: "RECYCLE" }),
  },
  setSheetsStatus: {
    make: () => twice(aSheet),
    input: (items) => ({ items, status: "RECYCLE" }),
    back: setSheetStatuses,
    theirs: () => ({ status: "DRAFT" }),
  },
  setSheetStatuses: {
    make: () => twice(aSheet),
    input: (ids) => byId(ids, "sheetId", { status: "DRAFT" }),
    back: setSheetStatuses,
    theirs: () => ({ status: "RECYCLE" }),
  },
  tagPosts: {
    make: () => twice(aPost),
    input: async (items) => ({ items, add: [(await aTag()).id] }),
    back: setPostsTags,
    theirs: async () => ({ tagIds: [(await aTag()).id] }),
  },
  setPostsTags: {
    make: () => twice(aPost),
    input: async (ids) => byId(ids, "postId", { tagIds: [(await aTag()).id] }),
    back: setPostsTags,
    theirs: async () => ({ tagIds: [(await aTag()).id] }),
  },
  categorizePosts: {
    make: () => twice(aPost),
    input: async (items) => ({ items, add: [(await aCategory()).id] }),
    back: setPostsCategories,
    theirs: async () => ({ categoryIds: [(await aCategory()).id] }),
  },
  setPostsCategories: {
    make: () => twice(aPost),
    input: async (ids) => byId(ids, "postId", { categoryIds: [(await aCategory()).id] }),
    back: setPostsCategories,
    theirs: async () => ({ categoryIds: [(await aCategory()).id] }),
  },
};

/** The operations that the dashboard's actions run. */
async function operationsOfActions(): Promise<Operation[]> {
  const found: Operation[] = [];
  for (const { path, code } of programFiles().filter((file) => /^app\/admin\/.*actions\.ts$/.test(file.path)))
    for (const [, clause = "", from = ""] of code.matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g)) {
      const names = clause.split(",").map((name) => name.trim());
      const run = names.filter((name) => new RegExp(`[aA]ction\\(${name}\\)`).test(code));
      if (run.length === 0) continue;
      const exported = (await import(resolve(dirname(path), from))) as Record<string, Operation>;
      found.push(...run.flatMap((name) => exported[name] ?? []));
    }
  return found;
}
const operations = new Map((await operationsOfActions()).map((operation) => [operation.title, operation]));
type Answer = { before: (Fields & { from: Fields })[] };
const changing = (title: string) => operations.get(title) as unknown as (...given: unknown[]) => Promise<Answer>;

describe.each(Object.entries(cases))("the way back from %s", (title, { make, input, back, theirs }) => {
  const undo = back as (actor: typeof system, input: Fields) => Promise<Answer>;
  beforeEach(freshDatabase);

  it("leads to what was there before", async () => {
    const ids = await make();
    const { before } = await changing(title)(system, await input(ids));
    expect(before.length).toBeGreaterThan(0);
    const again = await undo(system, { items: before });
    // What each held until now is what the change had given it.
    expect(again.before.map(({ from: _from, ...held }) => held)).toEqual(
      before.map(({ from, ...held }) => ({ ...held, ...from })),
    );
  });

  it("is refused where somebody changed one of them meanwhile, and nothing is overwritten", async () => {
    const { before } = await changing(title)(system, await input(await make()));
    const [first] = before;
    const other = { ...first, ...(await theirs()), from: undefined };
    await undo(system, { items: [other] });
    expect(await refusal(undo(system, { items: before }))).toMatchObject({ code: "stale", status: 412 });
    const now = await undo(system, { items: [other] });
    expect(now.before).toMatchObject([await theirsOf(other)]);
    const rest = before.slice(1).map((each) => ({ ...each, from: undefined }));
    if (rest.length === 0) return;
    const kept = await undo(system, { items: rest });
    expect(kept.before).toMatchObject(before.slice(1).map(({ from }) => from));
  });
});

const theirsOf = async ({ from: _from, ...held }: Fields) => held;

const answersBefore = (output: z.ZodType): boolean =>
  output instanceof z.ZodObject && output.shape.before instanceof z.ZodArray;

it("every operation that answers what was before has its case", () => {
  const answering = [...operations.values()].filter(({ kind, output }) => kind === "mutation" && answersBefore(output));
  expect(answering.map(({ title }) => title).sort()).toEqual(Object.keys(cases).sort());
});

/** The arguments of a call whose opening parenthesis stands before `start`, at its own depth. */
function argumentsFrom(code: string, start: number): string[] {
  const found = [""];
  let depth = 0;
  for (const letter of code.slice(start)) {
    if (letter === ")" && depth === 0) break;
    if ("([{".includes(letter)) depth += 1;
    if (")]}".includes(letter)) depth -= 1;
    if (letter === "," && depth === 0) found.push("");
    else found[found.length - 1] += letter;
  }
  return found.map((each) => each.trim()).filter(Boolean);
}

it("every button that changes one record names what it was made from", () => {
  const silent: Record<string, string> = {
    "components/admin/address-notice.tsx": "The address that is shown was guessed where none is stored.",
    "components/move-in/suggestions.tsx":
      "The suggestion does not show what is set now; it can be seen in the settings.",
    "components/settings/secret-dialog.tsx": "Nobody reads a secret, so nothing was read.",
    "components/settings/secret-row.tsx": "Nobody reads a secret, so nothing was read.",
    "components/posts/post-kind.ts": "Texts name their version, `expectedVersion`.",
    "components/sheets/sheet-kind.ts": "Texts name their version, `expectedVersion`.",
  };
  const calls = programFiles()
    .filter(({ path }) => path.startsWith("components/"))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/\b(update\w+|setOptions)Action\(/g)].map(({ index, 0: call }) => ({
        path,
        given: argumentsFrom(code, index + call.length),
      })),
    );
  expect(calls.length).toBeGreaterThan(20);
  const without = calls.filter(({ given }) => given.length < 2).map(({ path }) => path);
  expect([...new Set(without)].sort()).toEqual(Object.keys(silent).sort());
});
