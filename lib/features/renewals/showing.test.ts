import { expect, it } from "vitest";
import { references } from "../../../db/schema";
import { engine } from "../../core/operation";
import { costHere } from "../../testing/cost";
import { freshDatabase, statement } from "../../testing/setup";
import { BATCH, showing } from "./queries";

it("finds the texts that show a picture in parts, without looking through what all others show", async () => {
  await freshDatabase();
  const row = { kind: "post", recordId: 1, field: "content", place: "uploads" as const, name: "shown" };
  await engine().transaction(
    async (db) => {
      await db.insert(references).values([row, { ...row, field: "title" }, { ...row, kind: "sheet" }]);
      await statement(
        db,
        `insert into record_references (kind, record_id, field, place, name)
         with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < 200000)
         select 'post', n, 'content', 'uploads', case when n <= 201 then 'shown' else 'other ' || n end from numbers`,
      );
    },
    () => null,
  );
  const find = (folder: string, after: number) =>
    showing(engine().reader, { kind: "post", folder, fields: ["content"], after });
  expect(await find("shown", 0)).toEqual(Array.from({ length: BATCH }, (_, n) => n + 1));
  expect(await find("shown", 200)).toEqual([201]);
  const { cost } = await costHere(() => find("shown by none", 0));
  expect(cost).toBeLessThan(3);
});
