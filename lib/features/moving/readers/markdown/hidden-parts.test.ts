import { describe, expect, it } from "vitest";
import { costOf } from "../../../../testing/cost";
import {
  hiddenInHexo,
  hiddenInHugo,
  hiddenInJekyll,
  hiddenInPlain,
  type HiddenMarks,
  openPartsOf,
} from "./hidden-parts";
import { markdownPost } from "./markdown-post";

const open = (find: HiddenMarks, text: string, path = "a.md") => openPartsOf(text, find(text, path), true, []);

describe("what a generator showed to nobody, or to some readers only", () => {
  it.each<[string, HiddenMarks, string, string?]>([
    ["Hugo", hiddenInHugo, "{{% comment %}}secret{{% /comment %}}"],
    ["Hugo", hiddenInHugo, '{{< hugo-encryptor "secret" >}}\nsecret\n\nsecret\n{{< /hugo-encryptor >}}'],
    ["Hugo", hiddenInHugo, "{{<members>}}a{{<members>}}secret{{</members>}}secret{{</members>}}"],
    ["Jekyll", hiddenInJekyll, "{% comment %}\nsecret\n{%- endcomment -%}"],
    ["Jekyll", hiddenInJekyll, "{% if site.all %}secret{% if x %}a{% endif %}secret{% else %}secret{% endif %}"],
    ["Jekyll", hiddenInJekyll, "{::comment}\nsecret\n\nsecret\n{:/comment}"],
    ["Jekyll", hiddenInJekyll, "{::comment}secret{:/}"],
    ["Hexo", hiddenInHexo, "{# secret\n\nsecret #}"],
    ["Hexo", hiddenInHexo, "{% encrypt %}secret{% endencrypt %}"],
    ["Obsidian", hiddenInPlain, "%%secret%%"],
    ["Obsidian", hiddenInPlain, "%%\nsecret\n\nsecret\n%%"],
    ["MDX", hiddenInPlain, "{/* secret */}", "a.mdx"],
    ["MDX", hiddenInHugo, "{/* secret */}", "a.mdx"],
  ])("is cut out, of %s: %#", (_name, find, hidden, path) => {
    expect(open(find, `One ${hidden} two`, path)).toBe("One  two");
    expect(open(find, `One\n\n${hidden}\n\ntwo ${hidden}`, path)).toBe("One\n\n\n\ntwo ");
  });

  it.each<[string, HiddenMarks, string]>([
    ["a tag without an end", hiddenInHugo, "{{< login >}} a"],
    ["a tag that is shown", hiddenInHugo, "{{</* comment */>}}a{{</* /comment */>}}"],
    ["another tag", hiddenInHugo, "{{< figure src=x >}}{{< details >}}a{{< /details >}}"],
    ["what is raw", hiddenInJekyll, "{% raw %}{% if x %}a{% endif %}{% endraw %}"],
    ["code", hiddenInJekyll, "```\n{::comment}a{:/comment}\n```"],
    ["a tag that folds", hiddenInHexo, "{% hideToggle x %}a{% endhideToggle %}"],
    ["the name of a heading", hiddenInHexo, "## A {#name}\n\n## B {#other}"],
    ["a sign alone", hiddenInPlain, "100%% of it"],
    ["code", hiddenInPlain, "`%%` and `%%`\n\n```\n%% a\n%% b\n```"],
    ["a comment of MDX elsewhere", hiddenInPlain, "{/* a */}"],
  ])("is not %s", (_what, find, text) => expect(open(find, text)).toBe(text));

  it("stays in a text that not everybody reads here, and is told of either way", () => {
    const read = (front: string) => {
      const { body, warnings } = markdownPost("a.md", `---\n${front}\n---\na %%secret%% b`, "file");
      return [body.includes("secret"), warnings.at(-1)];
    };
    expect(read("title: x")).toEqual([false, "Parts that not every reader saw were cut out of it: 1."]);
    expect(read("draft: true")).toEqual([
      true,
      "Parts of it were for some readers only; look at it before you publish it.",
    ]);
  });

  it("is found in a time that grows with the text and no faster", () => {
    const pieces = [
      "%%",
      "{#",
      "{% if x %}",
      "{% endif %}",
      "{::comment}",
      "{:/}",
      "{{% comment %}}",
      "{{% comment",
      "`",
      "{/*",
    ];
    for (const piece of pieces)
      for (const find of [hiddenInPlain, hiddenInHugo, hiddenInJekyll, hiddenInHexo])
        expect(costOf(() => open(find, piece.repeat(300_000 / piece.length), "a.mdx")).cost).toBeLessThan(1_000);
  });
});
