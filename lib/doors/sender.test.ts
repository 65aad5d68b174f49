import { encode } from "next-auth/jwt";
import { expect, it } from "vitest";
import { identity } from "../core/identity";
import { accountsIdentity } from "../features/accounts/sign-in/identity";
import { freshDatabase } from "../testing/setup";
import { clientHeader } from "./client-header";
import { markedBrowser } from "./known-browser";
import { marked } from "./personal-cookies";
import { senderOf } from "./sender";
import { secret } from "./session-cookie";

it("sessions are looked up in turn and once for a request: whoever asks for thousands keeps only themselves waiting", async () => {
  await freshDatabase();
  const had: string[] = [];
  identity.provide({
    ...accountsIdentity,
    ofSession: async (sid) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      had.push(sid);
      return { owner: { id: 1, role: "SUBSCRIBER", name: sid } };
    },
  });
  const ask = async (sid: string, ip: string, browser = "") => {
    const session = marked("next-auth.session-token", await encode({ token: { sid }, secret: secret() }));
    const cookie = `next-auth.session-token=${session}; browser=${browser}`;
    return { cookie, [clientHeader]: ip };
  };
  const reader = await ask("reader", "192.0.2.1");
  const crowd = Array.from({ length: 400 }, () => senderOf({ ...reader }));
  const others = [
    await ask("newcomer", "192.0.2.2"),
    await ask("staff at the same address", "192.0.2.1", markedBrowser("2.staff.x")),
  ];
  await Promise.all(others.flatMap((headers) => [senderOf(headers), senderOf(headers)]));
  // Some of the crowd have been looked up, by far not most of them.
  expect(had.length).toBeLessThan(200);
  expect(had.filter((sid) => sid !== "reader").toSorted()).toEqual(["newcomer", "staff at the same address"]);
  await Promise.all(crowd);
});
