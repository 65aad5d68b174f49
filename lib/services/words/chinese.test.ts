import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const files = ["messages", "remarks", "sentences", "summaries"].map((part) => `lib/services/words/${part}/zh-CN.json`);

/** Every text of a tree, by its place. */
const textsOf = (tree: object, place: string): [place: string, text: string][] =>
  Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? textsOf(value, `${place} ${name}`)
      : [[`${place} ${name}`, String(value)]],
  );
const all = files.flatMap((file) => textsOf(JSON.parse(readFileSync(file, "utf8")) as object, file));

/** What is written otherwise, so that one thing has one name, and the sign that Chinese has for it. */
const others: [what: string, found: RegExp, planted: string][] = [
  ["the reader is 您", /你/, "你的评论"],
  ["the site is 网站, an old one 旧站", /站点/, "恢复站点"],
  ["an account is 账户", /账号|帐号|帐户/, "账号"],
  ["photos are 照片", /图库/, "图库"],
  ["notes are 日志", /随记/, "最新随记"],
  ["earlier texts are 历史版本", /修订版本/, "修订版本"],
  ["what was deleted is taken back by 恢复", /还原/, "还原"],
  ["a comment is approved by 通过", /批准/, "批准"],
  ["the audit log is 操作记录", /审计日志/, "审计日志"],
  ["tokens are withdrawn by 吊销, since 撤销 is undoing", /撤销[^，。]*令牌/, "已撤销一个访问令牌。"],
  ["the ellipsis is one sign", /……|\.\.\./, "正在查看……"],
  ["punctuation is full-width", /[\u4e00-\u9fff][,;:!?]|[\u4e00-\u9fff]\.(?!\w)/, "已保存."],
  ["parentheses around Chinese are full-width", /[\u4e00-\u9fff]\(|(?<!\])\([\u4e00-\u9fff]/, "恢复(三个)"],
  ["quotation marks are “ and ”", /[「」]|(?<!=)"/, "「名称」"],
  [
    "Latin letters and digits have a space beside Chinese",
    /[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/,
    "共3项",
  ],
];

it.each(others)("in Chinese, %s", (_what, found, planted) => {
  expect(planted).toMatch(found);
  expect(all.length).toBeGreaterThan(3000);
  expect(all.filter(([, text]) => found.test(text)).map(([place, text]) => `${place}: ${text}`)).toEqual([]);
});
