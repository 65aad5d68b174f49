import { generate } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Actor } from "../../../core/access";
import { anAdmin, system, visitor } from "../../../testing/actors";
import { refusal } from "../../../testing/factories";
import { aMailServer, type MailServer } from "../../../testing/mail-server";
import { freshDatabase } from "../../../testing/setup";
import { sendWaiting, useMailServer } from "../../../testing/smtp";
import { storeOptions } from "../../../testing/options";
import { createUser } from "../users/mutations";
import { updateProfile } from "../users/profile";
import { generateMfaKey, setMfa } from "../factors/mfa";
import { resetPassword } from "./mutations";
import { changePassword, createPasswordCode, setPasswordWithCode } from "../users/passwords";

let server: MailServer;
let admin: Actor & { id: number };
let jane: Actor & { id: number };
const password = "correct horse";
const names = { username: "jane", nickname: "Jane", email: "jane@example.org" };
const another = "battery staple";

beforeAll(async () => void (server = await aMailServer()));
afterAll(() => server.close());
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
  server.received.length = 0;
  await useMailServer(server);
  await storeOptions({ site_url: "https://jane.example" });
  const { id } = await createUser(system, { ...names, password, title: "x", locale: "zh-CN" });
  jane = { ...visitor, id, role: "AUTHOR", name: "jane", ip: `100.70.0.${id}` };
});

const codeOf = (key: string, steps: number) =>
  generate({ secret: key, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

it.each<[string, () => Promise<unknown>, string[]]>([
  ["a changed password", () => changePassword(jane, { oldPassword: password, newPassword: another }), ["密码已更改"]],
  [
    "one changed with the profile",
    () => updateProfile(jane, { ...names, password: another, currentPassword: password }),
    ["密码已更改"],
  ],
  ["one set by an administrator", () => resetPassword(admin, { username: "jane", password: another }), ["密码已更改"]],
  [
    "one set with a code",
    async () => {
      const { code } = await createPasswordCode(admin, { userId: jane.id });
      return setPasswordWithCode(
        { ...visitor, ip: "100.70.1.1" },
        { code, username: "jane", email: names.email, password: another },
      );
    },
    ["密码已更改"],
  ],
  [
    "another address",
    () => updateProfile(jane, { ...names, email: "new@example.org", currentPassword: password }),
    ["邮箱地址已更改"],
  ],
  [
    "both",
    () => updateProfile(jane, { ...names, email: "new@example.org", password: another, currentPassword: password }),
    ["邮箱地址已更改", "密码已更改"],
  ],
  [
    "a second factor, on and off",
    async () => {
      vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
      const { mfaKey } = await generateMfaKey(jane, { authcode: "000000" });
      await setMfa(jane, { authcode: await codeOf(mfaKey, -1), mfaKey, currentPassword: password });
      await setMfa(jane, { authcode: await codeOf(mfaKey, 0), mfaType: "NONE" });
      vi.useRealTimers();
    },
    ["现在需要两步验证", "不再需要两步验证"],
  ],
  ["nothing of that kind", () => updateProfile(jane, { ...names, email: "Jane@Example.ORG", nickname: "Other" }), []],
])("the address until now is told of %s, in its owner's language", async (_what, change, words) => {
  await change();
  const mails = await sendWaiting(server);
  expect(mails.map(({ to }) => to)).toEqual(words.map(() => names.email));
  for (const [i, word] of words.entries()) expect(mails[i]?.text).toContain(word);
  expect(JSON.stringify(mails)).not.toContain(another);
});

it("nobody is told of a change that was refused, and another address or a factor needs the password in use", async () => {
  const moved = { ...names, email: "new@example.org" };
  expect(await refusal(updateProfile(jane, moved))).toMatchObject({
    status: 403,
    extra: { errors: [{ field: "currentPassword", code: "required" }] },
  });
  expect(await refusal(updateProfile(jane, { ...moved, currentPassword: "wrong" }))).toMatchObject({
    status: 403,
    extra: { errors: [{ field: "currentPassword", code: "wrong_password" }] },
  });
  const { mfaKey } = await generateMfaKey(jane, { authcode: "000000" });
  for (const given of [{}, { currentPassword: "wrong" }])
    expect(await refusal(setMfa(jane, { authcode: await codeOf(mfaKey, 0), mfaKey, ...given }))).toMatchObject({
      status: 403,
    });
  expect(await sendWaiting(server)).toEqual([]);
});
