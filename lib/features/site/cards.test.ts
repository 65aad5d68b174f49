import { beforeEach, describe, expect, it } from "vitest";
import { visitor } from "../../core/access";
import { anAdmin } from "../../testing/actors";
import { aCategory, aPost, aSheet, inHours, refusal } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { storeOptions } from "../../testing/options";
import { getCard } from "./cards";
import type { CardOf } from "./schema";

beforeEach(() => freshDatabase());

const ask = (kind: CardOf["kind"], id: number, path = "") => getCard(visitor, { kind, id, path });
const drawn = async (kind: CardOf["kind"], id: number) => (await ask(kind, id, (await ask(kind, id)).address)).png;

describe("a card", () => {
  it.each(["post", "sheet", "site"] as const)("is a picture of the size that others ask for: %s", async (kind) => {
    const { id } = kind === "site" ? { id: 0 } : kind === "post" ? await aPost() : await aSheet();
    // The first bytes of a PNG: its mark, the length and the name of its first piece, then width and height.
    const head = (await drawn(kind, id))?.subarray(0, 24);
    expect(head?.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([head?.readUInt32BE(16), head?.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  it("has another address after whatever it shows was changed, to which the earlier one leads", async () => {
    const { id } = await aPost();
    const before = await ask("post", id);
    await storeOptions({ site_look: "diary" });
    const after = await ask("post", id, before.address);
    expect(after.png).toBeNull();
    expect(after.address).not.toBe(before.address);
  });

  it("does not exist for what not everybody may read, whoever asks", async () => {
    const locked = await aCategory({ password: "tide tables" });
    const hidden = await Promise.all([
      aPost(undefined, { status: "INTIMATE" }),
      aPost(undefined, { status: "DRAFT" }),
      aPost(undefined, { password: "a secret" }),
      aPost(undefined, { categoryIds: [locked.id] }),
      aPost(undefined, { createTime: inHours(2) }),
      aPost(undefined, { status: "RECYCLE" }),
    ]);
    for (const actor of [visitor, await anAdmin()])
      for (const { id } of hidden)
        expect(await refusal(getCard(actor, { kind: "post", id, path: "" }))).toMatchObject({ code: "not_found" });
  });
});
