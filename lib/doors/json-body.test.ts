import { expect, it } from "vitest";
import { checkJson } from "./json-body";

const names = (count: number, value: string) =>
  `{${Array.from({ length: count }, (_, i) => `"name${i}":${value}`).join(",")}}`;
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const many = (count: number) => `[${Array.from({ length: count }, () => names(500, '"a:b{[\\":"')).join(",")}]`;

it.each([
  ["500 fields in an object", names(500, "[1,2]")],
  ["500 fields in each of two", names(250, names(1, "{}"))],
  ["20,000 fields in all", many(40)],
  ["32 levels", nested(32)],
  ["what is no JSON", "}}}]:"],
])("takes %s", (_of, source) => expect(() => checkJson(source)).not.toThrow());

it.each([
  ["501 fields in an object", names(501, "1"), "An object names more than 500 fields."],
  [
    "those in the middle of one that go on after another",
    `[${names(2, names(300, "1"))},${names(501, "{}")}]`,
    "An object",
  ],
  ["20,001 fields in all", `[${many(40)},{"one more":1}]`, "The body names more than 20000 fields."],
  ["33 levels", nested(33), "nested more than 32 levels deep"],
])("refuses %s before it is parsed", (_of, source, message) => expect(() => checkJson(source)).toThrow(message));
