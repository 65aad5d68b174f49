import { describe, expect, it } from "vitest";
import { costOf } from "../../../../testing/cost";
import { fenced, replaceTags, type TagRules, wordsOf } from "./template-tags";

const liquid: TagRules = {
  signs: [
    ["{%", "%}"],
    ["{{", "}}"],
  ],
  end: "end",
  enclosing: new Set(["raw", "code"]),
  replace: ({ name, args, body }) =>
    name === "x" ? `<${args}>` : body !== null ? `(${body})` : name === "" && args === "site.baseurl" ? "/blog" : null,
};
const replaced = (text: string) => replaceTags(text, liquid).text;

describe("tags of template languages", () => {
  it("are replaced, with their bodies; unknown ones stay and are named", () => {
    expect(
      replaceTags(
        "a {% x 1 %} b {%- x 2 -%} {{ site.baseurl }}/c {% raw %}{% x %}{% endraw %} {% other a %} {{ page.title | upcase }}",
        liquid,
      ),
    ).toEqual({
      text: "a <1> b <2> /blog/c ({% x %}) {% other a %} {{ page.title | upcase }}",
      unknown: ["other", "page.title"],
    });
  });

  it("are left alone in code", () => {
    const text =
      "`{% x 1 %}` ``a`{% x 1 %}`` and\n\n```\n{% x 1 %}\n```\n\n- item\n\n  ~~~ liquid\n  {% x 1 %}\n  ~~~\n\ntext\n\n    {% x 1 %}\n";
    expect(replaced(text)).toBe(text);
    expect(replaced("a ` b {% x 1 %}\n\n` c")).toBe("a ` b <1>\n\n` c");
    expect(replaced("\\`{% x 1 %}`")).toBe("\\`<1>`");
  });

  it("may hold what looks like code", () => {
    expect(replaced("{% code %}\n```\n{% endcode %}\n{% x 1 %}\n\n```\n{% x 1 %}\n```\n")).toBe(
      "(\n```\n)\n<1>\n\n```\n{% x 1 %}\n```\n",
    );
  });

  it("may be unfinished", () => {
    for (const text of ["{%", "{% x", "{{ {{ {{", "%} {% }}", "{% x \n"]) expect(replaced(text)).toBe(text);
  });

  it("are replaced in time that grows with the text and no faster", () => {
    for (const piece of ["{% x", "{{ ", "`", "{% raw %}", "{% endraw %}", "{% code %}`", "{%-   ", "`a``b```c````"]) {
      const text = piece.repeat(300_000 / piece.length);
      expect(costOf(() => replaced(text)).cost).toBeLessThan(3000);
    }
  });

  it("have arguments as words, in quotes or not, some with names", () => {
    const { words, named } = wordsOf(`a "b c" 'd e' lang:js src="/x y.png" title='t' https://e.org/x "say \\"hi\\""`);
    expect(words).toEqual(["a", "b c", "d e", "https://e.org/x", 'say "hi"']);
    expect([...named]).toEqual([
      ["lang", "js"],
      ["src", "/x y.png"],
      ["title", "t"],
    ]);
  });

  it("become code that cannot end early", () =>
    expect(fenced("\n```\nx\n````\n", "js")).toBe("`````js\n```\nx\n````\n`````"));
});
