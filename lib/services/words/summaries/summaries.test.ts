import { expect, it } from "vitest";
import { routes } from "../../../api/routes";
import { programFiles } from "../../../testing/sources";
import { jobTitleIn, knownJobTitle, summariesHolding, summarised, summaryIn } from "./summaries";
import zhCN from "./zh-CN.json";

const inChinese = (operation: string, summary: string) => summaryIn("zh-CN", operation, summary);

it("says what happened in the reader's language, with what it happened to", () => {
  expect(inChinese("updatePost", "PUBLISHED On looms: a note")).toBe("On looms: a note（已发布）");
  expect(inChinese("setPostsStatus", "RECYCLE: 3 (1, 2, 3)")).toBe("3 篇：回收站（1, 2, 3）");
  expect(inChinese("submitPostComment", "AUDITING by Ann on stage on post:12")).toBe(
    "待审核，Ann on stage 评论于文章 12",
  );
  expect(inChinese("updateUser", 'The account "ann" was changed: the role EDITOR, not suspended.')).toBe(
    "已更改账户“ann”：角色为编辑，未停用。",
  );
  expect(inChinese("logIn", '"ann" signed in from this machine with a recovery code.')).toBe(
    "“ann”使用恢复码从本机登录。",
  );
  expect(inChinese("retryJob", '"Check links" was started again.')).toBe("已重新开始“检查友情链接”。");
  expect(jobTitleIn("zh-CN", "Mail to followers: On looms")).toBe("发给关注者的邮件：On looms");
});

it("keeps names as they are, also those that are words of the program elsewhere", () => {
  for (const name of ["deleted", "3 deleted", "PUBLISHED", "{name}"]) {
    expect(inChinese("createTag", name)).toBe(name);
    expect(inChinese("putBackRemoved", name)).toBe(name);
  }
  expect(inChinese("deleteTag", "deleted")).toBe("已删除");
  expect(inChinese("putBackRemoved", "3 put back")).toBe("已恢复 3 项");
});

it("leaves what it does not know, and English, as they are", () => {
  expect(inChinese("ofAnEarlierVersion", "deleted")).toBe("deleted");
  expect(inChinese("deleteTag", "something new")).toBe("something new");
  expect(summaryIn("en", "deleteTag", "deleted")).toBe("deleted");
  expect(jobTitleIn("en", "Check links")).toBe("Check links");
});

it("has words for every operation of the API that says something", () => {
  const telling = routes.filter(({ operation }) => "isTelling" in operation && operation.isTelling);
  expect(telling.length).toBeGreaterThan(100);
  const known = new Set(summarised("zh-CN"));
  expect(telling.map(({ operation }) => operation.title).filter((title) => !known.has(title))).toEqual([]);
});

it("translates every place of a sentence, and adds none", () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  const all = [...Object.values(zhCN.sentences), zhCN.jobs, zhCN.values].flatMap((table) => Object.entries(table));
  expect(all.filter(([english, said]) => places(english).join() !== places(said).join())).toEqual([]);
});

it("has words for the title of every job", () => {
  const titles = programFiles()
    .filter(({ path, code }) => /^lib\/(features|services|server)\//.test(path) && /\b(enqueue\w*\(|every:)/.test(code))
    // The jobs that mail posts say which ones in `title`, after the words that all of them begin with.
    .flatMap(({ code }) => [...code.matchAll(/(enqueueMailing\(.*)?\btitle(?::| =)[^"`\n,]*(["`])((?:(?!\2).)+)\2/g)])
    .map(([, isMailing, , title = ""]) => `${isMailing === undefined ? "" : "Mail to followers: "}${title}`)
    .map((title) => title.replace(/\$\{(reached \+ 1|payload\.followerId)\}/g, "3").replace("${verb}", "Move in"))
    .map((title) => title.replace(/\$\{[^}]*\}/g, "x"));
  expect(titles.length).toBeGreaterThan(15);
  expect(titles.filter((title) => knownJobTitle("zh-CN", title) === null)).toEqual([]);
});

it("finds a sentence by the words that it is said with", () => {
  const operations = (keyword: string) => [
    ...new Set(summariesHolding("zh-CN", keyword).map(({ operation }) => operation)),
  ];
  expect(summariesHolding("zh-CN", "已删除")).toContainEqual({ operation: "deleteTag", pieces: ["deleted"] });
  expect(summariesHolding("zh-CN", "已发布")).toContainEqual({
    operation: "updatePost",
    pieces: ["", "PUBLISHED", ""],
  });
  expect(operations("恢复码")).toContain("logIn");
  expect(operations("nothing of the kind")).toEqual([]);
  // The place itself is no word of the sentence.
  expect(operations("status")).toEqual([]);
  expect([summariesHolding("zh-CN", "已"), summariesHolding("en", "deleted")]).toEqual([[], []]);
});
