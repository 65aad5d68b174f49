import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { count } from "drizzle-orm";
import { events } from "../../../db/schema";
import { type Actor, visitor } from "../../core/access";
import { changePace } from "../../core/change-pace";
import { AppError } from "../../core/errors";
import { createPersonalToken, deletePersonalToken } from "../../features/accounts/tokens/personal-tokens";
import { startSession } from "../../features/accounts/sign-in/sign-ins";
import { signOut } from "../../features/accounts/sign-in/browser-sign-in";
import { anActor, anAuthor } from "../../testing/actors";
import { refusal } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { takeChange, takeKeptAnswer } from "./change-pace";

// Limits keep the clock that they find when they are loaded.
vi.hoisted(() => vi.useFakeTimers({ toFake: ["Date"] }));

beforeAll(() => changePace.provide(takeChange));
beforeEach(freshDatabase);

/** Each test has its own networks, since what was counted stays. */
let net = 0;
const somewhere = () => `192.0.2.${(net += 1)}`;
const lines = async () => (await stored().select({ all: count() }).from(events))[0]?.all ?? 0;

async function makeAndEnd(actor: Actor): Promise<void> {
  const { id } = await createPersonalToken(actor, { name: "x", scopes: ["content:read"] });
  await deletePersonalToken(actor, { tokenId: id });
}

/** Does something until it is refused, up to so often; answers how often it was done. */
async function howOften(most: number, work: () => Promise<unknown>): Promise<number> {
  for (let done = 0; done < most; done += 1)
    try {
      await work();
    } catch (error) {
      if (error instanceof AppError && error.code === "too_many") return done;
      throw error;
    }
  return most;
}

it("an account that only reads fills the audit log with 200 lines an hour, and can still sign out", async () => {
  const reader = { ...(await anActor("SUBSCRIBER")), ip: somewhere() };
  const before = await lines();
  expect(await howOften(150, () => makeAndEnd(reader))).toBe(100);
  expect((await lines()) - before).toBe(200);
  await signOut(reader, {});
});

it("accounts and strangers of one network fill it with 400 lines an hour, those of another as well", async () => {
  const [ip, other] = [somewhere(), somewhere()];
  const reader = await anActor("SUBSCRIBER");
  let done = 0;
  for (const id of [1_001, 1_002, 1_003])
    done += await howOften(300, () => takeChange({ ...reader, id, ip }, "be signed in"));
  expect(done).toBe(400);
  expect(await refusal(takeChange({ ...visitor, ip }, "read the site"))).toMatchObject({ code: "too_many" });
  await takeChange({ ...visitor, ip: other }, "read the site");
});

it("and with a thousand lines a day, also where they go on hour after hour", async () => {
  const ip = somewhere();
  const done: number[] = [];
  for (let hour = 0; hour < 4; hour += 1) {
    done.push(await howOften(500, () => takeChange({ ...visitor, ip }, "read the site")));
    vi.setSystemTime(Date.now() + 3_600_000);
  }
  expect(done).toEqual([400, 400, 200, 0]);
});

it("whoever writes the site is not limited, whatever token they use", async () => {
  const author = { ...(await anAuthor()), ip: somewhere() };
  expect(await howOften(500, () => takeChange({ ...author, scopes: ["content:write"] }, "write posts"))).toBe(500);
});

it("sign-ins of one account have a bound of their own, and names without an account have none here", async () => {
  const from = { ...visitor, ip: somewhere() };
  const account = await anActor("SUBSCRIBER");
  expect(await howOften(1_300, () => takeChange({ ...from, id: account.id }, startSession.can))).toBe(1_200);
  expect(await howOften(1_300, () => takeChange(from, "sign in"))).toBe(1_300);
});

it("300 answers an hour are kept for one network's requests with a key, of staff all", async () => {
  const from = { ...visitor, ip: somewhere() };
  expect(await howOften(400, () => takeKeptAnswer(from))).toBe(300);
  const author = { ...(await anAuthor()), ip: from.ip };
  expect(await howOften(400, () => takeKeptAnswer(author))).toBe(400);
});
