import { beforeEach, expect, it } from "vitest";
import { subscribe } from "../../../core/events";
import { engine } from "../../../core/operation";
import { meantLocale } from "../../../core/languages";
import { anActor, anAuthor } from "../../../testing/actors";
import { faults } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { createSession } from "../sessions/sessions";
import { accountsIdentity } from "../sign-in/identity";
import { updateProfile } from "./profile";
import { getProfile } from "./queries";

beforeEach(freshDatabase);

async function someone() {
  const author = await anAuthor();
  const { username, nickname, email } = await getProfile(author, {});
  return { author, names: { username, nickname, email } };
}

it("a person's language and time zone are stored, go with the session, and are cleared", async () => {
  const { author, names } = await someone();
  expect(await getProfile(author, {})).toMatchObject({ locale: "", timeZone: "" });
  await updateProfile(author, { ...names, locale: "zh-CN", timeZone: "Asia/Shanghai" });
  expect(await updateProfile(author, names)).toMatchObject({ locale: "zh-CN", timeZone: "Asia/Shanghai" });
  const browser = { userAgent: null, ip: null };
  const secret = await engine().transaction(
    (db) => createSession(db, { userId: author.id, role: author.role }, browser, new Date()),
    () => null,
  );
  expect(await accountsIdentity.ofSession(secret)).toMatchObject({
    owner: { id: author.id },
    preferences: { locale: "zh-CN", timeZone: "Asia/Shanghai" },
  });
  expect(await updateProfile(author, { ...names, locale: null, timeZone: "" })).toMatchObject({
    locale: "",
    timeZone: "",
  });
});

it.each(["Mars/Olympus", "+08:00", "Europe", "x".repeat(101)])("%s is no time zone", async (timeZone) => {
  const { author, names } = await someone();
  expect(await faults(updateProfile(author, { ...names, timeZone }))).toMatchObject([
    expect.stringMatching(/^timeZone /),
  ]);
});

it("a language that the interface does not have means another of its kind, or none", () => {
  expect(["zh-Hans", "en_GB", "fr", ""].map(meantLocale)).toEqual(["zh-CN", "en", undefined, undefined]);
});

it("a profile is changed so often a minute, since each change makes pages stale", async () => {
  // Not the accounts of the tests above, whose changes are counted under their numbers.
  for (let i = 0; i < 3; i += 1) await someone();
  const [{ author, names }, other] = [await someone(), await someone()];
  for (let i = 0; i < 30; i += 1) await updateProfile(author, names);
  await expect(updateProfile(author, names)).rejects.toMatchObject({ code: "too_many", status: 429 });
  await updateProfile(other.author, other.names);
});

it("a reader's profile makes no page stale, but for a new picture, and that seldom", async () => {
  const touched: string[][] = [];
  const unsubscribe = subscribe(({ operation, cacheKeys }) => {
    if (operation === "updateProfile") touched.push([...cacheKeys]);
  });
  const reader = { ...(await anActor("SUBSCRIBER")), ip: "192.0.2.77" };
  const { username, nickname, email } = await getProfile(reader, {});
  const names = { username, nickname, email };
  await updateProfile(reader, { ...names, nickname: "Another name" });
  await updateProfile(reader, { ...names, avatar: "" });
  await updateProfile(reader, { ...names, avatar: "/uploads/2026/11/face/face.webp" });
  expect(touched).toEqual([[], [], ["users"]]);
  for (let i = 0; i < 4; i += 1)
    await updateProfile(reader, { ...names, avatar: `/uploads/2026/11/face-${i}/face.webp` });
  await expect(updateProfile(reader, { ...names, avatar: "" })).rejects.toMatchObject({ code: "too_many" });
  await updateProfile(reader, names);
  unsubscribe();
});
