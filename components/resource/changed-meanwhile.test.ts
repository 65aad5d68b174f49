import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../lib/core/access";
import type { AsRead } from "../../lib/core/as-read";
import type { Operation } from "../../lib/core/operation";
import { getProfile, listUsers } from "../../lib/features/accounts/users/queries";
import { updateProfile } from "../../lib/features/accounts/users/profile";
import { updateUser } from "../../lib/features/accounts/users/staff";
import { updateAttachment } from "../../lib/features/attachments/mutations";
import { listAttachments } from "../../lib/features/attachments/queries";
import { updateComment } from "../../lib/features/comments/queue/mutations";
import { listComments } from "../../lib/features/comments/queue/queries";
import { updateJournal } from "../../lib/features/journals/mutations";
import { listJournals } from "../../lib/features/journals/queries";
import { createLink, updateLink } from "../../lib/features/links/mutations";
import { searchLinks } from "../../lib/features/links/queries";
import { createMenu, updateMenu } from "../../lib/features/menus/mutations";
import { listMenus } from "../../lib/features/menus/queries";
import { setOptions } from "../../lib/features/options/mutations";
import { listSettings } from "../../lib/features/options/queries";
import { createPhoto, updatePhoto } from "../../lib/features/photos/mutations";
import { listPhotos } from "../../lib/features/photos/queries";
import { createRedirect, updateRedirect } from "../../lib/features/redirects/mutations";
import { listRedirects } from "../../lib/features/redirects/queries";
import { updateCategory } from "../../lib/features/taxonomy/categories/mutations";
import { listCategories } from "../../lib/features/taxonomy/categories/queries";
import { updateTag } from "../../lib/features/taxonomy/tags/mutations";
import { listTags } from "../../lib/features/taxonomy/tags/queries";
import { createWebhook, updateWebhook } from "../../lib/features/webhooks/mutations";
import { listWebhooks } from "../../lib/features/webhooks/queries";
import { anActor, anAdmin, system } from "../../lib/testing/actors";
import { aComment } from "../../lib/testing/commented";
import { aCategory, aJournal, aPost, aTag, refusal } from "../../lib/testing/factories";
import { freshDatabase } from "../../lib/testing/setup";
import { programFiles } from "../../lib/testing/sources";
import { anAttachment } from "../../lib/testing/stored-files";

/*
 * Every form of the dashboard names what it was filled from; the operation refuses it where that is another by now. Each
 * case reads as the page does, and changes what the form has.
 */
type Fields = Record<string, unknown>;
type Case = {
  operation: unknown;
  /** Makes the record. */
  make?: (admin: Actor) => Promise<unknown>;
  /** The row as the page has it. */
  read: (admin: Actor) => Promise<object | undefined>;
  /** The input that gives the record's fields other values. */
  input?: (row: Fields, changes: Fields) => Fields;
  /** A form's fields; two people want other values for the first one. */
  fields: readonly string[];
  mine: unknown;
  theirs: unknown;
};

const named = (name: string) => (row: Fields, changes: Fields) => ({ [name]: row.id, ...changes });
const cases: Record<string, Case> = {
  updateLink: {
    operation: updateLink,
    make: () => createLink(system, { name: "A link", url: "https://a.example/" }),
    read: async () => (await searchLinks(system, {})).items[0],
    input: named("id"),
    fields: ["name", "url", "description", "logo", "team"],
    mine: "Mine",
    theirs: "Theirs",
  },
  updateRedirect: {
    operation: updateRedirect,
    make: () => createRedirect(system, { source: "/old", target: "/new" }),
    read: async () => (await listRedirects(system, {})).items[0],
    input: named("id"),
    fields: ["source", "below", "target", "status"],
    mine: "/mine",
    theirs: "/theirs",
  },
  updatePhoto: {
    operation: updatePhoto,
    make: () => createPhoto(system, { name: "A photo", url: "/a", thumbnail: "", takeTime: "2026-01-01T10:00:00Z" }),
    read: async () => (await listPhotos(system, {})).items[0],
    input: named("photoId"),
    fields: ["takeTime", "name", "url", "thumbnail", "description", "location", "team"],
    mine: "2026-02-01T10:00:00.000Z",
    theirs: "2026-03-01T10:00:00.000Z",
  },
  updateMenu: {
    operation: updateMenu,
    make: () => createMenu(system, { name: "An entry", url: "/" }),
    read: async () => (await listMenus(system, {}))[0],
    input: named("menuId"),
    fields: ["name", "target", "url", "parentId"],
    mine: "Mine",
    theirs: "Theirs",
  },
  updateTag: {
    operation: updateTag,
    make: () => aTag(),
    read: async () => (await listTags(system, {})).items[0],
    input: named("tagId"),
    fields: ["color", "name", "slug"],
    mine: "#111111",
    theirs: "#222222",
  },
  updateCategory: {
    operation: updateCategory,
    make: () => aCategory({ password: "sesame" }),
    read: async () => (await listCategories(system, {}))[0],
    input: named("categoryId"),
    fields: ["password", "name", "slug", "parentId", "description"],
    mine: "mine",
    theirs: "theirs",
  },
  updateComment: {
    operation: updateComment,
    make: async () => aComment((await aPost()).id),
    read: async () => (await listComments(system, {})).items[0],
    input: named("commentId"),
    fields: ["content", "author", "email", "authorUrl"],
    mine: "Mine",
    theirs: "Theirs",
  },
  updateAttachment: {
    operation: updateAttachment,
    make: () => anAttachment("aaaaaaaaaaaaaaaa", Buffer.from("bytes")),
    read: async () => (await listAttachments(system, {})).items[0],
    input: named("attachmentId"),
    fields: ["altText", "name", "caption", "team"],
    mine: "Mine",
    theirs: "Theirs",
  },
  updateJournal: {
    operation: updateJournal,
    make: () => aJournal(),
    read: async () => (await listJournals(system, {})).items[0],
    input: named("id"),
    fields: ["sourceContent", "type"],
    mine: "Mine",
    theirs: "Theirs",
  },
  updateWebhook: {
    operation: updateWebhook,
    make: () =>
      createWebhook(system, {
        name: "A hook",
        url: "https://hooks.example.org/",
        events: ["post.deleted", "post.published"],
      }),
    read: async () => (await listWebhooks(system, {}))[0],
    input: named("webhookId"),
    fields: ["events", "name", "url"],
    mine: ["comment.created"],
    theirs: ["post.updated"],
  },
  updateUser: {
    operation: updateUser,
    make: () => anActor("AUTHOR"),
    read: async () => (await listUsers(system, {})).items.find(({ role }) => role === "AUTHOR" || role === "EDITOR"),
    input: named("userId"),
    fields: ["title", "role"],
    mine: "Mine",
    theirs: "Theirs",
  },
  updateProfile: {
    operation: updateProfile,
    read: async (admin) => getProfile(admin, {}),
    fields: ["nickname", "username", "email", "avatar", "description", "locale", "timeZone"],
    mine: "Mine",
    theirs: "Theirs",
  },
  setOptions: {
    operation: setOptions,
    read: async () => Object.fromEntries((await listSettings(system, {})).map(({ key, value }) => [key, value])),
    input: (_row, changes) => ({ items: Object.entries(changes).map(([key, value]) => ({ key, value })) }),
    fields: ["site_title", "posts_per_page", "backup_hour"],
    mine: "Mine",
    theirs: "Theirs",
  },
};

const pick = (row: object, names: readonly string[]): AsRead =>
  Object.fromEntries(names.map((name) => [name, (row as Fields)[name]]));
/** What a browser gets and sends: dates arrive as dates, everything else as it was written. */
const throughBrowser = (fields: AsRead): AsRead => structuredClone(fields);

describe.each(Object.entries(cases))(
  "%s",
  (_title, { operation, make, read, input = (_row, all) => all, ...given }) => {
    const run = operation as Operation;
    const { fields, mine, theirs } = given;
    const [first = ""] = fields;
    let admin: Actor;
    beforeEach(async () => {
      await freshDatabase();
      admin = await anAdmin();
      await make?.(admin);
    });
    const now = async () => (await read(admin)) ?? {};
    const save = async (row: object, changes: Fields) =>
      run(
        admin,
        input(row as Fields, { ...pick(row, fields), ...changes }),
        undefined,
        throughBrowser(pick(row, fields)),
      );

    it("takes a change of what was read, and again where its answer was lost", async () => {
      const row = await now();
      expect(Object.keys(row)).toEqual(expect.arrayContaining([...fields]));
      await save(row, { [first]: mine });
      expect(pick(await now(), [first])).toEqual({ [first]: first === "takeTime" ? new Date(String(mine)) : mine });
      if (run !== (setOptions as unknown)) await save(row, { [first]: mine });
    });

    it("refuses a change of what is another by now, says what is there, and overwrites nothing", async () => {
      const row = await now();
      await save(row, { [first]: theirs });
      const between = pick(await now(), fields);
      const refused = await refusal(save(row, { [first]: mine }));
      expect(refused).toMatchObject({ code: "stale", status: 412, extra: { reason: "changed_meanwhile" } });
      const current = pick(refused.extra.current as object, fields);
      expect(current).toEqual(between);
      expect(pick(await now(), fields)).toEqual(between);
      // With what is there now, as the page loads it, the same is taken.
      await save({ ...row, ...current }, { [first]: mine });
    });
  },
);

it("every action that changes one record with a form has its case", () => {
  const actions = programFiles().filter(({ path }) => /^app\/admin\/.*actions\.ts$/.test(path));
  const updates = actions.flatMap(({ code }) =>
    [...code.matchAll(/[aA]ction\((update\w+|setOptions)\)/g)].map(([, name = ""]) => name),
  );
  // The editor of these names the version of the whole text (`lib/core/as-read.ts`).
  const byVersion = ["updatePost", "updateSheet"];
  expect(updates.filter((name) => !byVersion.includes(name)).sort()).toEqual(Object.keys(cases).sort());
});

it("every form that changes a record names what it was filled from", () => {
  const forms = programFiles().filter(
    ({ path, code }) =>
      path.startsWith("components/") &&
      /useOperationForm|<FormDialog/.test(code) &&
      /\b(update\w+|setOptions)Action\(/.test(code),
  );
  // Nobody reads a secret, so nothing was read.
  const withoutReading = ["components/settings/secret-dialog.tsx"];
  const silent = forms.filter(({ code }) => !(/\brecord\b/.test(code) && /\basRead\b/.test(code)));
  expect(forms.length).toBeGreaterThan(10);
  expect(silent.map(({ path }) => path)).toEqual(withoutReading);
});
