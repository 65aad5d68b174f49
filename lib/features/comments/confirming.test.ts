import { beforeEach, expect, it } from "vitest";
import { replyAddresses } from "../../../db/schema";
import { system } from "../../core/access";
import { engine } from "../../core/operation";
import { freshDatabase, stored } from "../../testing/setup";
import { forgetAsked } from "./confirming";

beforeEach(freshDatabase);

it("addresses that were asked long ago, and have not agreed, are forgotten", async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  await engine().transaction(
    (db) =>
      db.insert(replyAddresses).values([
        { email: "old@example.org", askedTime: ago(8) },
        { email: "new@example.org", askedTime: ago(6) },
        { email: "agreed@example.org", confirmed: true, askedTime: ago(400) },
      ]),
    () => null,
  );
  await forgetAsked(system, {});
  expect((await stored().select().from(replyAddresses)).map(({ email }) => email).sort()).toEqual([
    "agreed@example.org",
    "new@example.org",
  ]);
});
