import { describe, expect, it } from "vitest";
import { MOST_MARKS } from "../html/marks";
import { renderComment } from "./comment";
import { render } from "./render";

const rendered = async (editorType: "MARKDOWN" | "RICHTEXT", originalContent: string) =>
  (await render({ editorType, originalContent, keepRaw: false })).html;
const marksIn = (html: string) => html.match(/[\p{M}\p{Emoji_Modifier}]/gu)?.length;

describe("the marks of one sign, for which browsers take quadratic time", () => {
  it("are bounded in a text and in a comment", async () => {
    for (const mark of ["\u0301", "\u{1f3fd}", "\u0323\u0301"]) {
      const crowd = `x${mark.repeat(5000)}`;
      for (const html of [
        await rendered("MARKDOWN", crowd),
        await rendered("MARKDOWN", `\`${crowd}\``),
        await rendered("RICHTEXT", `<p>${crowd}</p>`),
        renderComment(`x${mark.repeat(400)}`).html,
      ])
        expect(marksIn(html)).toBe(MOST_MARKS);
    }
  });

  it("are bounded together where elements part them, and in words that stand for a picture", async () => {
    const parts = `<u>${"\u0301".repeat(60)}</u>`.repeat(50);
    expect(marksIn(await rendered("RICHTEXT", `<p>x${parts}<i></i></p>`))).toBe(MOST_MARKS);
    expect(marksIn(await rendered("RICHTEXT", `<img src="/x" alt="x${"\u0301".repeat(5000)}">`))).toBe(MOST_MARKS);
  });

  it("are bounded with what is unseen between them", async () => {
    for (const unseen of ["\u200d", "\u200b", "\u2062", "\u202c", "\uff9e", "\u{e0061}"]) {
      const html = await rendered("RICHTEXT", `<p>x${`${"\u0301".repeat(60)}${unseen}`.repeat(50)}</p>`);
      expect(marksIn(html)).toBeLessThan(MOST_MARKS);
    }
  });

  it("stay where each sign has few of its own", async () => {
    const words = "สวัสดี 👩🏽‍🚀 क्षत्रिय é Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢".repeat(300);
    expect(await rendered("RICHTEXT", `<p>${words}</p>`)).toBe(`<p>${words}</p>`);
    const each = `x${"\u0301".repeat(60)}`.repeat(50);
    expect(renderComment(each).html).toBe(`<p>${each}</p>`);
  });
});
