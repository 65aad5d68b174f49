import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { users } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import type { Operation } from "../../../core/operation";
import { anAdmin, system, visitor } from "../../../testing/actors";
import { refusal } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { programFiles } from "../../../testing/sources";
import { createInvitation } from "../invitations/invitations";
import { createUser } from "../users/mutations";
import { updateProfile } from "../users/profile";
import { register } from "../invitations/registration";
import { newPassword } from "../schema";
import { setUpSite } from "../users/setup";
import { resetPassword } from "../sign-in/mutations";
import { refuseWeak } from "./new-password";
import { ownWork } from "./password";
import { changePassword, createPasswordCode, setPasswordWithCode } from "../users/passwords";

let count = 0;
const stranger = (): Actor => ({ ...visitor, ip: `192.168.${Math.floor((count += 1) / 250)}.${count % 250}` });
const good = "correct horse";
const grace = { username: "hopper", nickname: "Grace Brewster", email: "relays@harvard.example" };

let admin: Actor & { id: number };
let jane: Actor & { id: number };

beforeEach(freshDatabase);

async function aSite() {
  admin = await anAdmin();
  const { id } = await createUser(system, { ...grace, password: good, title: "x" });
  jane = { ...stranger(), id, role: "AUTHOR", name: grace.username };
}

/** Every operation that sets a password, by title, and its field. */
const ways: Record<string, { field: string; set: (password: string) => Promise<unknown> }> = {
  setUpSite: {
    field: "password",
    set: (password) =>
      setUpSite(stranger(), {
        ...grace,
        password,
        title: "x",
        locale: "en",
        look: "broadsheet",
        scheme: "auto",
        accent: "ink",
        postsPerPage: "13",
      }),
  },
  createUser: { field: "password", set: (password) => createUser(stranger(), { ...grace, title: "x", password }) },
  resetPassword: {
    field: "password",
    set: async (password) => (await aSite(), resetPassword(system, { username: grace.email, password })),
  },
  changePassword: {
    field: "newPassword",
    set: async (password) => (await aSite(), changePassword(jane, { oldPassword: good, newPassword: password })),
  },
  updateProfile: {
    field: "password",
    set: async (password) => (await aSite(), updateProfile(jane, { ...grace, password, currentPassword: good })),
  },
  register: {
    field: "password",
    set: async (password) => {
      const { code } = await createInvitation(await anAdmin(), {});
      return register(stranger(), { ...grace, code, password });
    },
  },
  setPasswordWithCode: {
    field: "password",
    set: async (password) => {
      await aSite();
      const { code } = await createPasswordCode(admin, { userId: jane.id });
      return setPasswordWithCode(stranger(), { code, username: grace.username, email: grace.email, password });
    },
  },
};

const isOperation = (value: unknown): value is Operation =>
  typeof value === "function" && "title" in value && "input" in value;

/** Whether a schema is this one, optional or not. */
const isMadeOf = (schema: unknown, wanted: z.ZodType): boolean =>
  schema === wanted ||
  ((schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) && isMadeOf(schema.unwrap(), wanted));

it("every operation that takes a new password is among the ways tried here", async () => {
  const modules = await Promise.all(
    programFiles()
      .filter(({ path }) => path.startsWith("lib/features/"))
      .map(({ path }) => import(`../../../../${path}`) as Promise<Record<string, unknown>>),
  );
  const operations = modules.flatMap((module) => Object.values(module)).filter(isOperation);
  expect(operations.length).toBeGreaterThan(30);
  const taking = operations.filter(
    ({ input }) =>
      input instanceof z.ZodObject && Object.values(input.shape).some((field) => isMadeOf(field, newPassword)),
  );
  expect([...new Set(taking.map(({ title }) => title))].sort()).toEqual(Object.keys(ways).sort());
});

describe.each(Object.entries(ways))("%s", (_title, { field, set }) => {
  it.each([
    ["password123", "common_password"],
    ["12345678", "common_password"],
    ["qwertyuiop", "common_password"],
    ["liverpool", "common_password"],
    ["hopper@harvard", "own_password"],
    ["GraceBrewster", "own_password"],
    ["relays@harvard.example", "own_password"],
  ])("refuses %j as %s", async (password, code) => {
    expect(await refusal(set(password))).toMatchObject({ status: 400, extra: { errors: [{ field, code }] } });
  });

  it("takes one that is hard to guess", async () => {
    await set("moths in relays");
    expect((await stored().select().from(users).where(eq(users.username, grace.username)))[0]?.passwordHash).toMatch(
      /^sha512-bcrypt/,
    );
  });
});

it("every password of the list is refused, in any case", async () => {
  const listed = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/src/passwords.json"), "utf8"),
  ) as string[];
  const tried = listed.filter((password) => password.length >= 8).filter((_, i) => i % 97 === 0);
  expect(tried.length).toBeGreaterThan(150);
  const taken: string[] = [];
  for (const password of [...tried, ...tried.map((each) => each.toUpperCase())])
    await refuseWeak(password, {}, "password", ownWork).then(
      () => taken.push(password),
      () => undefined,
    );
  expect(taken).toEqual([]);
});
