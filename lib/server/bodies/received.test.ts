import { Readable } from "node:stream";
import { accountsIdentity } from "../../features/accounts/sign-in/identity";
import { identity } from "../../core/identity";
import { beforeEach, expect, it } from "vitest";
import { createPersonalToken } from "../../features/accounts/tokens/personal-tokens";
import { anActor, anAuthor } from "../../testing/actors";
import { freshDatabase } from "../../testing/setup";
import { STRANGERS_BODY } from "./boundary";
import { apiBody } from "./received";

beforeEach(async () => {
  identity.provide(accountsIdentity);
  await freshDatabase();
});

it("a token that only reads sends no more than a stranger, so that it takes no turns of its owner's texts", async () => {
  const author = await anAuthor();
  const bytesOf = async (scope: "content:read" | "content:write", size: number) => {
    const { token } = await createPersonalToken(author, { name: scope, scopes: [scope] });
    const headers = { authorization: `Bearer ${token}`, "content-length": String(size) };
    return (await apiBody(Object.assign(Readable.from([Buffer.alloc(size)]), { headers }), null)).byteLength;
  };
  expect(await bytesOf("content:write", STRANGERS_BODY + 1)).toBe(STRANGERS_BODY + 1);
  expect(await bytesOf("content:read", STRANGERS_BODY)).toBe(STRANGERS_BODY);
  await expect(bytesOf("content:read", STRANGERS_BODY + 1)).rejects.toMatchObject({ code: "too_large" });
});

it("a reader sends no more than a stranger: where registration is open, anybody may have many accounts", async () => {
  const { token } = await createPersonalToken(await anActor("SUBSCRIBER"), { name: "x", scopes: ["admin"] });
  const send = (size: number) =>
    apiBody(
      Object.assign(Readable.from([Buffer.alloc(size)]), {
        headers: { authorization: `Bearer ${token}`, "content-length": String(size) },
      }),
      null,
    );
  expect((await send(STRANGERS_BODY)).byteLength).toBe(STRANGERS_BODY);
  await expect(send(STRANGERS_BODY + 1)).rejects.toMatchObject({ code: "too_large" });
});
