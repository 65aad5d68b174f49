import { describe, expect, it } from "vitest";
import { nextStep, standingOf } from "./standing";

const now = new Date();
const [past, soon, later] = [-1, 1, 2].map((days) => new Date(now.getTime() + days * 86_400_000)) as [Date, Date, Date];
const posts = {
  new: null,
  draft: { status: "DRAFT", createTime: past },
  published: { status: "PUBLISHED", createTime: past },
  scheduled: { status: "PUBLISHED", createTime: soon },
  private: { status: "INTIMATE", createTime: past },
  bin: { status: "RECYCLE", createTime: past },
} as const;

describe("what a post is and what the button does", () => {
  it.each([
    ["new", "draft"],
    ["draft", "draft"],
    ["published", "published"],
    ["scheduled", "scheduled"],
    ["private", "private"],
    ["bin", "bin"],
  ] as const)("a post that is %s is said to be %s", (name, said) => expect(standingOf(posts[name], now)).toBe(said));

  it("is no longer scheduled once its moment has come", () =>
    expect(standingOf(posts.scheduled, later)).toBe("published"));

  it.each([
    ["new", "PUBLISHED", "", "publish"],
    ["new", "INTIMATE", "", "savePrivately"],
    ["new", "PUBLISHED", soon, "schedule"],
    ["draft", "PUBLISHED", "", "publish"],
    ["draft", "PUBLISHED", soon, "schedule"],
    ["draft", "INTIMATE", soon, "savePrivately"],
    ["published", "PUBLISHED", past, "update"],
    ["published", "PUBLISHED", soon, "schedule"],
    ["published", "INTIMATE", past, "makePrivate"],
    ["scheduled", "PUBLISHED", soon, "update"],
    ["scheduled", "PUBLISHED", later, "schedule"],
    ["scheduled", "PUBLISHED", past, "publish"],
    ["scheduled", "INTIMATE", soon, "makePrivate"],
    ["private", "INTIMATE", past, "update"],
    ["private", "PUBLISHED", past, "publish"],
    ["private", "PUBLISHED", soon, "schedule"],
    ["bin", "PUBLISHED", "", "publish"],
    ["bin", "INTIMATE", "", "savePrivately"],
  ] as const)("of a post that is %s, %s from %s on, it is to %s", (name, visibility, from, step) => {
    expect(nextStep(posts[name], { visibility, createTime: from === "" ? "" : from.toISOString() }, now)).toBe(step);
  });
});
