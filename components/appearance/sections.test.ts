import { expect, it } from "vitest";
import { keysOfGroup } from "../../lib/core/settings";
import { sections } from "./sections";

it("every option of the appearance stands on its page once", () => {
  expect(Object.values(sections).flat().sort()).toEqual(keysOfGroup("appearance").sort());
});
