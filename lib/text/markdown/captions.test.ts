import { expect, it } from "vitest";
import { render } from "./render";

const film = (count: number) =>
  `<video src="/a.mp4">${'<track src="/a.vtt" kind="captions" label="English" default>'.repeat(count)}</video>`;

it.each([film(1).repeat(12), film(12)])(
  "the captions of a text's first three films are shown unasked, which costs readers, those of others are offered",
  async (originalContent) => {
    const { html } = await render({ editorType: "RICHTEXT", originalContent, keepRaw: false });
    expect(html.match(/<track [^>]*label="English"/g)).toHaveLength(12);
    expect(html.match(/ default/g)).toHaveLength(3);
    expect((await render({ editorType: "RICHTEXT", originalContent: html, keepRaw: false })).html).toBe(html);
  },
);
