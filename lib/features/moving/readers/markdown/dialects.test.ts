import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ReadingChoices } from "../../reading";
import { readAll } from "../testing-reading";
import { markdownReader } from "./markdown-reader";

let place = "";
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), "dialects-")));
});
afterEach(() => rmSync(place, { recursive: true }));

async function read(files: Record<string, string>, more: Partial<ReadingChoices> = {}) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), content);
  }
  const found = await readAll(markdownReader, place, more);
  const texts = [...found.of("post"), ...found.of("sheet")];
  return {
    ...found,
    dialect: found.source.version,
    text: (ending: string) => texts.find(({ source }) => source.endsWith(`/${ending}`)),
    body: (ending: string) => texts.find(({ source }) => source.endsWith(`/${ending}`))?.originalContent,
  };
}

/** A text of front matter and body. */
const text = (front: string, body = "Text.") => `---\n${front}\n---\n${body}`;

describe("a generator", () => {
  it.each([
    ["hugo", { "hugo.yaml": "title: x", "content/a.md": "x" }],
    ["hugo", { "config.toml": 'baseURL = "https://e.org/"', "content/a.md": "x" }],
    ["hugo", { "config/_default/hugo.json": "{}", "content/a.md": "x" }],
    ["plain", { "config.toml": 'name = "x"', "content/a.md": "x" }],
    ["plain", { "hugo.toml": "", "posts/a.md": "x" }],
    ["hexo", { "_config.yml": "title: x", "source/_posts/a.md": "x" }],
    ["hexo", { "_config.yml": "source_dir: src", "src/_posts/a.md": "x" }],
    ["jekyll", { "_config.yml": "title: x", "a.md": "---\n---\nx" }],
    ["jekyll", { "_posts/2020-01-01-a.md": "x" }],
    ["jekyll", { "_config.yml": "title: [broken", "_posts/2020-01-01-a.md": "x" }],
    ["plain", { "a.md": "x", "_drafts/b.md": "x" }],
  ])("%s is known by its files: %j", async (dialect, files) => {
    expect((await read(files as Record<string, string>)).dialect).toBe(dialect);
  });

  it("may be chosen", async () => {
    const { of, dialect } = await read({ "_posts/2020-01-01-a.md": "x", "b.md": "x" }, { dialect: "plain" });
    expect([dialect, of("post").length, of("sheet").length]).toEqual(["plain", 2, 0]);
  });
});

describe("Hugo", () => {
  const hugo = (files: Record<string, string>, settings = 'baseURL = "https://e.org/"') =>
    read({ "hugo.toml": settings, ...files });

  it("has posts in sections of that name and sheets elsewhere; lists and other files are named", async () => {
    const found = await hugo({
      "content/_index.md": text("title: x"),
      "content/about/index.md": text("title: About"),
      "content/blog/a.md": text("date: 2020-01-01"),
      "content/en/post/b.md": text("date: 2020-01-01"),
      "content/top.md": text("title: Top"),
      "archetypes/default.md": text("title: x"),
    });
    expect(found.of("post").map(({ slug }) => slug)).toEqual(["a", "b"]);
    expect(found.of("sheet").map(({ slug, warnings }) => [slug, warnings])).toEqual([
      ["about", []],
      ["top", []],
    ]);
    expect(found.unread.map(([, why]) => why)).toEqual([
      "skipped: it is outside of content/, so it was no page",
      "skipped: it is the page of a list; this site makes its own",
    ]);
  });

  it("shows no text in a language that its settings turn off", async () => {
    const settings = {
      disableLanguages: ["fr"],
      languages: { en: {}, fr: {}, DE: { disabled: true, contentDir: "content/german" }, it: { disabled: false } },
    };
    const found = await read({
      "hugo.json": JSON.stringify(settings),
      ...Object.fromEntries(
        ["a.md", "a.fr.md", "a.de.md", "a.it.md", "german/b.md"].map((name) => [`content/${name}`, text("title: x")]),
      ),
    });
    expect(found.of("sheet").map(({ source }) => source.split("/").at(-1))).toEqual(["a.it.md", "a.md"]);
  });

  it("has no pages in the folder of another page", async () => {
    const found = await hugo({
      "content/posts/trip/index.md": text("title: Trip"),
      "content/posts/trip/index.fr.md": text("title: Voyage"),
      "content/posts/trip/notes.md": text("title: For myself"),
      "content/posts/trip/more/notes.md": text("title: For myself, too"),
      "content/posts/other.md": text("title: Other"),
      "content/index.md": text("title: Home"),
    });
    expect(found.of("post").map(({ title }) => title)).toEqual(["Other", "Voyage", "Trip"]);
    expect(found.unread.map(([, why]) => why)).toEqual(
      Array.from({ length: 2 }, () => "skipped: it belongs to the page of its folder, and was no page of its own"),
    );
  });

  it("has dates of publication, change and end", async () => {
    const { text: of } = await hugo({
      "content/posts/a.md": text("date: 2020-01-01\npublishDate: 2020-02-01\nlastmod: 2020-03-01"),
      "content/posts/b.md": text("date: 2020-01-01\npublishDate: 2019-02-01\nexpiryDate: 2999-01-01"),
      "content/posts/c.md": text("date: 2020-01-01\nexpiryDate: 2021-01-01\ndraft: true"),
    });
    expect(of("a.md")).toMatchObject({ createTime: new Date("2020-02-01"), updateTime: new Date("2020-03-01") });
    expect(of("b.md")).toMatchObject({ createTime: new Date("2020-01-01"), status: "PUBLISHED" });
    expect(of("c.md")).toMatchObject({ status: "DRAFT", warnings: [] });
  });

  it("has addresses by section, slug, url, pattern and alias, below the site's path", async () => {
    const files = {
      "content/posts/My Post.md": text("date: 2020-01-02"),
      "content/posts/b.md": text("date: 2020-01-02\nslug: other"),
      "content/posts/c.md": text("date: 2020-01-02\nurl: /somewhere/else/\naliases: [/old/, near]"),
    };
    const { text: of } = await hugo(files, 'baseURL = "https://e.org/sub/"');
    expect(["My Post.md", "b.md", "c.md"].map((name) => of(name)?.oldAddresses)).toEqual([
      ["/sub/posts/my-post/"],
      ["/sub/posts/other/"],
      ["/sub/somewhere/else/", "/sub/old/", "/sub/posts/near"],
    ]);
    const dated = await hugo(files, 'baseURL = "https://e.org/"\n[permalinks]\nposts = "/:year/:month/:slug/"');
    expect(dated.text("b.md")?.oldAddresses).toEqual(["/2020/01/other/"]);
  });

  it("has shortcodes, which are left alone in code; others stay and are named", async () => {
    const { body, text: of } = await hugo({
      "content/posts/b.md": text("title: B\ndate: 2020-01-01"),
      "content/posts/a.md": text(
        "date: 2020-01-01",
        [
          '{{< figure src="x y.png" alt="An x" caption="Words" link="https://e.org" >}}',
          '{{< vimeo 146022717 >}} {{< youtube id="w7Ft2ymGmfc" >}}',
          "{{< gist jmooring abc >}}",
          "{{< highlight go >}}\nfmt.Println()\n{{< /highlight >}}",
          '[b]({{< ref "b" >}}) [c]({{% relref "./b.md#part" %}}) [d]({{< ref "none" >}})',
          "`{{< youtube x >}}` {{</* figure src=x */>}}",
          '{{< note title="x" >}}Inside{{< /note >}}',
        ].join("\n\n"),
      ),
    });
    expect(body("a.md")?.split("\n\n")).toEqual([
      '[![An x](<x y.png> "Words")](https://e.org)',
      '<iframe src="https://player.vimeo.com/video/146022717" allowfullscreen></iframe> <iframe src="https://www.youtube-nocookie.com/embed/w7Ft2ymGmfc" allowfullscreen></iframe>',
      "[Gist abc](https://gist.github.com/jmooring/abc)",
      "```go\nfmt.Println()\n```",
      '[b](/posts/b/) [c](/posts/b/#part) [d]({{< ref "none" >}})',
      "`{{< youtube x >}}` {{< figure src=x >}}",
      '{{< note title="x" >}}Inside{{< /note >}}',
    ]);
    expect(of("a.md")?.warnings).toEqual([
      "template tags that are not known stay in the text: ref, note",
      "missing image x y.png",
    ]);
  });

  it("has an excerpt before its mark", async () => {
    const { text: of } = await hugo({
      "content/posts/a.md": text("date: 2020-01-01", "The *first*\nwords.\n\n<!--more-->\n\nMore."),
    });
    expect(of("a.md")).toMatchObject({ summary: "The first words." });
  });
});

describe("Hugo", () => {
  it("shows nothing that its settings and lists kept from readers", async () => {
    const settings = {
      ignoreFiles: ["\\.wip\\.md$", "/plans/.*-x", "(broken|["],
      cascade: [
        { target: { path: "/docs/inner/**" }, build: { render: "never" } },
        { target: { path: "/docs/**", kind: "section" }, draft: true },
        { target: { environment: "staging" }, draft: true },
      ],
    };
    const found = await read({
      "hugo.json": JSON.stringify(settings),
      "content/secret/_index.md": text("cascade:\n  draft: true"),
      "content/secret/a.md": text("title: A"),
      "content/secret/deep/b.md": text("title: B"),
      "content/secret/c.md": text("title: C\ndraft: false"),
      "content/secret/open/_index.md": text("cascade:\n  draft: false"),
      "content/secret/open/d.md": text("title: D"),
      "content/docs/inner/e.md": text("title: E"),
      "content/docs/f.md": text("title: F"),
      "content/posts/_index.md": text("cascade:\n  - _target: {path: '{/posts/g,/posts/h}'}\n    private: true"),
      "content/posts/g.md": text("date: 2020-01-01"),
      "content/i.wip.md": text("title: I"),
      "content/plans/j-x.md": text("title: J"),
      "content/#k.md": text("title: K"),
    });
    const all = [...found.of("post"), ...found.of("sheet")];
    expect(Object.fromEntries(all.map(({ source, status }) => [source.split("/").at(-1), status]))).toEqual({
      "a.md": "DRAFT",
      "b.md": "DRAFT",
      "c.md": "PUBLISHED",
      "d.md": "PUBLISHED",
      "e.md": "INTIMATE",
      "f.md": "PUBLISHED",
      "g.md": "INTIMATE",
    });
    expect(found.unread.filter(([, why]) => why?.endsWith("which Hugo does not publish"))).toHaveLength(3);
  });
});

describe("Jekyll", () => {
  const jekyll = (files: Record<string, string>, settings = "url: https://e.org") =>
    read({ "_config.yml": settings, ...files });

  it("shows nothing that it did not publish", async () => {
    const settings = {
      collections: { notes: { output: false }, Recipes: { output: true } },
      include: ["_kept.md"],
      defaults: [
        { scope: { path: "" }, values: { published: true } },
        { scope: { path: "inside" }, values: { published: false } },
        { scope: { path: "", type: "recipes" }, values: { published: false } },
      ],
    };
    const found = await jekyll(
      {
        "_posts/2020-01-01-a.md": text("title: A"),
        "_posts/idea.md": text("title: B\npublished: true"),
        "_posts/_2020-01-01-c.md": text("title: C"),
        "_posts/_later/2020-01-01-d.md": text("title: D"),
        "_drafts/e.md": text("title: E\npublished: true"),
        "_notes/f.md": text("title: F"),
        "_Recipes/g.md": text("title: G"),
        "_Recipes/h.md": text("title: H\npublished: true"),
        "inside/i.md": text("title: I"),
        "_j.md": text("title: J"),
        "_kept.md": text("title: K"),
        ".l.md": text("title: L"),
      },
      JSON.stringify(settings),
    );
    const all = [...found.of("post"), ...found.of("sheet")];
    expect(Object.fromEntries(all.map(({ title, status }) => [title, status]))).toEqual({
      A: "PUBLISHED",
      B: "DRAFT",
      E: "DRAFT",
      G: "DRAFT",
      H: "PUBLISHED",
      I: "DRAFT",
      K: "PUBLISHED",
    });
    expect(all.find(({ title }) => title === "B")?.warnings).toContain(
      "its name has no date, so Jekyll did not publish it",
    );
  });

  it("is not sure to be the program of posts without settings, which need no dates then", async () => {
    const { of } = await read({ "_posts/hello.md": text("date: 2020-01-01") });
    expect(of("post").map(({ status }) => status)).toEqual(["PUBLISHED"]);
  });

  it("has no pages of what its settings leave out", async () => {
    const found = await jekyll(
      {
        "_posts/2020-01-01-a.md": text("title: A"),
        "private/_posts/2020-01-02-b.md": text("title: B"),
        "notes/deep/c.md": text("title: C"),
        "plan-1.md": text("title: D"),
        "notebook.md": text("title: E"),
      },
      "url: https://e.org\nexclude: [/private/, 'notes', 'plan-*.md']",
    );
    expect([...found.of("post"), ...found.of("sheet")].map(({ title }) => title)).toEqual(["A", "E"]);
    expect(found.unread.map(([, why]) => why)).toEqual(
      ["notes/deep/c.md", "plan-1.md", "private/_posts/2020-01-02-b.md"].map(
        (path) => `skipped: it is in ${path}, which Jekyll does not publish`,
      ),
    );
  });

  it("has posts, drafts and sheets; what is no page is named", async () => {
    const found = await jekyll(
      {
        "_posts/2020-01-01-a.md": text("layout: post"),
        "news/_posts/2020-01-02-b.md": text("categories: [x]"),
        "_posts/2020-01-03-c.md": text("layout: page"),
        "_drafts/d.md": text("title: D"),
        "docs/e.md": text("title: E"),
        "index.md": text("layout: home", ""),
        "README.md": "Words.",
        "_includes/f.md": text("title: F"),
        "_recipes/g.md": text("title: G"),
      },
      "url: https://e.org\ncollections:\n  recipes:\n    output: true",
    );
    expect(found.of("post").map(({ slug, status, categories }) => [slug, status, categories])).toEqual([
      ["d", "DRAFT", []],
      ["a", "PUBLISHED", []],
      ["b", "PUBLISHED", ["news", "x"]],
    ]);
    expect(found.of("sheet").map(({ slug }) => slug)).toEqual(["c", "g", "e"]);
    expect(found.unread.map(([source, why]) => [source?.split("/").at(-1), why])).toEqual([
      ["README.md", "skipped: it has no front matter, so it was no page"],
      ["f.md", "skipped: it is in _includes/, which Jekyll does not publish"],
      ["index.md", "skipped: it has no text of its own; a layout of the old site made its content"],
    ]);
  });

  it("takes dated texts without a folder for posts", async () => {
    const found = await jekyll({ "2020-01-01-a.md": text("title: A"), "about.md": text("title: About") });
    expect(found.of("post").map(({ slug }) => slug)).toEqual(["a"]);
    expect(found.of("sheet").map(({ slug }) => slug)).toEqual(["about"]);
  });

  it("has words as categories and tags in one text, a single category as it is, and lists", async () => {
    const { text: of } = await jekyll({
      "_posts/2020-01-01-a.md": text("categories: news  local\ntags: a b"),
      "_posts/2020-01-02-b.md": text("category: Long name\ntags: [a b, c]"),
    });
    expect(of("2020-01-01-a.md")).toMatchObject({ categories: ["news", "local"], tags: ["a", "b"] });
    expect(of("2020-01-02-b.md")).toMatchObject({ categories: ["long name"], tags: ["a b", "c"] });
  });

  it.each([
    ["title: x", "/news/2020/01/02/a.html"],
    ["permalink: pretty", "/news/2020/01/02/a/"],
    ["permalink: none", "/news/a.html"],
    ["permalink: ordinal", "/news/2020/002/a.html"],
    ["permalink: /:short_year/:i_month/:i_day/:title", "/20/1/2/a"],
    ["permalink: /:unheard/:title", undefined],
    ["baseurl: blog/", "/blog/news/2020/01/02/a.html"],
  ])("had addresses by its settings: %s", async (settings, address) => {
    const { text: of } = await jekyll({ "_posts/2020-01-02-a.md": text("categories: News") }, settings);
    expect(of("2020-01-02-a.md")?.oldAddresses).toEqual(address === undefined ? [] : [address]);
  });

  it("has addresses of its own, redirects, and both days of a date in another zone", async () => {
    const { text: of } = await jekyll({
      "_posts/2020-01-02-a.md": text("permalink: /x/:title/\nredirect_from: /old"),
      "_posts/2020-01-02-b.md": text("permalink: /exactly.html\nredirect_from: [/one, /two/]"),
      "_posts/2020-01-02-c.md": text("date: 2020-01-02 23:30:00 -0500"),
    });
    expect(["a", "b", "c"].map((name) => of(`2020-01-02-${name}.md`)?.oldAddresses)).toEqual([
      ["/x/a/", "/old"],
      ["/exactly.html", "/one", "/two/"],
      ["/2020/01/02/c.html", "/2020/01/03/c.html"],
    ]);
  });

  it("has tags and expressions, also with filters; others stay and are named", async () => {
    const { body, text: of } = await jekyll(
      {
        "_posts/2020-01-01-b.md": text("title: B"),
        "files/x.pdf": "x",
        "_posts/2020-01-02-a.md": text(
          "title: A\nexcerpt_separator: <!--cut-->",
          [
            "First.\n<!--cut-->",
            "[b]({% post_url 2020-01-01-b %}) [l]({% link _posts/2020-01-01-b.md %}) [f]({% link files/x.pdf %})",
            "{{ site.url }}{{ site.baseurl }}/x {{ '/y' | relative_url }} {{ \"z\" | absolute_url }}",
            "{% highlight js linenos %}\nx `` y\n{% endhighlight %}",
            "{% raw %}{{ kept }}{% endraw %}{% comment %}gone{% endcomment %}",
            "{% include box.html %} {% post_url none %} {{ page.title }}",
          ].join("\n\n"),
        ),
      },
      "url: https://e.org\nbaseurl: /blog",
    );
    expect(body("2020-01-02-a.md")?.split("\n\n").slice(1)).toEqual([
      "[b](/blog/2020/01/01/b.html) [l](/blog/2020/01/01/b.html) [f](/blog/files/x.pdf)",
      "https://e.org/blog/x /blog/y https://e.org/blog/z",
      "```js\nx `` y\n```",
      "{{ kept }}",
      "{% include box.html %} {% post_url none %} {{ page.title }}",
    ]);
    expect(of("2020-01-02-a.md")).toMatchObject({
      summary: "First.",
      warnings: [
        "Parts that not every reader saw were cut out of it: 1.",
        "template tags that are not known stay in the text: include, post_url, page.title",
      ],
    });
  });
});

describe("Hexo", () => {
  const hexo = (files: Record<string, string>, settings = "url: https://e.org") =>
    read({ "_config.yml": settings, ...files });

  it("has no pages of what its settings leave out, and the passwords that they give", async () => {
    const settings = {
      encrypt: {
        tags: [
          { name: "family", password: "0123" },
          { name: "open", password: "" },
        ],
      },
      exclude: ["_posts/draft-*"],
      ignore: ["**mine"],
    };
    const { text: of, unread } = await hexo(
      {
        "source/_posts/a.md": text("date: 2020-01-01\ntags: [sea, family]"),
        "source/_posts/b.md": text("date: 2020-01-01\ntags: [family]\npassword: own"),
        "source/_posts/c.md": text("date: 2020-01-01\ntags: [open]"),
        "source/_posts/draft-d.md": text("date: 2020-01-01"),
        "source/_posts/f.md": text("date: 2020-01-01\npassword: [one, two]"),
        "source/mine/e.md": text("title: E"),
      },
      JSON.stringify(settings),
    );
    expect(["a.md", "b.md", "c.md"].map((name) => of(name)?.password)).toEqual(["0123", "own", ""]);
    expect(of("f.md")?.status).toBe("INTIMATE");
    expect(["a.md", "c.md"].map((name) => of(name)?.unsaid?.includes("password"))).toEqual([false, true]);
    expect(unread).toHaveLength(2);
  });

  it("has posts, drafts and sheets; lists and what is no page are named", async () => {
    const found = await hexo({
      "source/_posts/a.md": text("date: 2020-01-01"),
      "source/_posts/deep/b.md": text("date: 2020-01-01"),
      "source/_drafts/c.md": text("title: C"),
      "source/about/index.md": text("title: About"),
      "source/categories/index.md": text("type: categories"),
      "source/archive/index.md": text("layout: archive", "x"),
      "source/links/index.md": text("title: Links", ""),
      "source/_data/d.md": text("title: D"),
      "scaffolds/post.md": text("title: x"),
    });
    expect(found.of("post").map(({ slug, status }) => [slug, status])).toEqual([
      ["c", "DRAFT"],
      ["a", "PUBLISHED"],
      ["b", "PUBLISHED"],
    ]);
    expect(found.of("sheet").map(({ slug }) => slug)).toEqual(["about"]);
    expect(found.unread.map(([source, why]) => [source?.split("/").slice(-2).join("/"), why])).toEqual([
      ["scaffolds/post.md", "skipped: it is outside of source/, so it was no page"],
      ["_data/d.md", "skipped: it is in source/_data/, which Hexo does not publish"],
      ["archive/index.md", "skipped: it is the page of a list (archive); this site makes its own"],
      ["categories/index.md", "skipped: it is the page of a list (categories); this site makes its own"],
      ["links/index.md", "skipped: it has no text of its own; a theme of the old site made its content"],
    ]);
  });

  it("shows nothing that it did not publish", async () => {
    const found = await hexo({
      "source/_posts/a.md": text("date: 2020-01-01"),
      "source/_posts/_b.md": text("date: 2020-01-01"),
      "source/_posts/_later/c.md": text("date: 2020-01-01"),
      "source/_drafts/d.md": text("date: 2020-01-01\npublished: true"),
    });
    expect(found.of("post").map(({ slug, status }) => [slug, status])).toEqual([
      ["d", "DRAFT"],
      ["a", "PUBLISHED"],
    ]);
  });

  it("has categories as one path, several paths, or one name", async () => {
    const { text: of, of: records } = await hexo({
      "source/_posts/a.md": text("date: 2020-01-01\ncategories: [A, B/C, D]"),
      "source/_posts/b.md": text("date: 2020-01-01\ncategories:\n  - [A, E]\n  - F"),
      "source/_posts/c.md": text("date: 2020-01-01\ncategories: One, two"),
      "source/_posts/d.md": text("date: 2020-01-01\ncategories: []"),
    });
    expect(["a", "b", "c", "d"].map((name) => of(`${name}.md`)?.categories)).toEqual([
      ["a/b/c/d"],
      ["a/e", "f"],
      ["one, two"],
      [],
    ]);
    expect(records("category").map(({ name, parent }) => [name, parent])).toEqual([
      ["A", null],
      ["B/C", "a"],
      ["D", "a/b/c"],
      ["E", "a"],
      ["F", null],
      ["One, two", null],
    ]);
  });

  it("has front matter without its first line, JSON, and what the table of fields says", async () => {
    const { text: of } = await hexo({
      "source/_posts/a.md":
        'title: "A: b"\ndate: 2020-01-01 01:02:03\nupdated: 2020-02-01\nsticky: 7\nexcerpt: Short\ncomments: false\n---\nText.',
      "source/_posts/b.md": ';;;\n"title": "B", "date": "2020/01/01", "tags": ["x"]\n;;;\nText.',
    });
    expect(of("a.md")).toMatchObject({
      title: "A: b",
      topPriority: 7,
      summary: "Short",
      disallowComment: true,
      createTime: new Date("2020-01-01T01:02:03Z"),
      updateTime: new Date("2020-02-01"),
      originalContent: "Text.",
    });
    expect(of("b.md")).toMatchObject({ title: "B", tags: ["x"] });
  });

  it.each([
    ["url: https://e.org", "/2020/01/02/deep/a/"],
    ["permalink: :category/:name.html", "/Cat/a.html"],
    ["permalink: :year-:i_month-:i_day/:post_title/", "/2020-1-2/a/"],
    ["permalink: :hash/", undefined],
    ["root: /blog/", "/blog/2020/01/02/deep/a/"],
    ["url: https://e.org/sub", "/sub/2020/01/02/deep/a/"],
  ])("had addresses by its settings: %s", async (settings, address) => {
    const { text: of } = await hexo({ "source/_posts/deep/a.md": text("date: 2020-01-02\ncategories: Cat") }, settings);
    expect(of("a.md")?.oldAddresses).toEqual(address === undefined ? [] : [address]);
  });

  it("has tags, asset folders, and pictures by their bare name in these", async () => {
    const { body, text: of } = await hexo({
      "source/_posts/b.md": text("title: B [b]\ndate: 2020-01-01"),
      "source/_posts/a/ball.png": "x",
      "source/images/x.png": "x",
      "source/_posts/a.md": text(
        "date: 2020-01-02",
        [
          '{% asset_img left ball.png 300 200 "A ball" %} {% asset_path ball.png %} {% asset_link ball.png The ball %}',
          "![](ball.png) ![](a/ball.png) ![](/images/x.png) ![](none.png)",
          '{% post_link b %} {% post_link b "Other words" %} {% post_path b %} {% post_link none %}',
          '{% img center /images/x.png 300 200 "Title" "Alt" %} {% link Words https://e.org %}',
          "{% codeblock Title lang:js https://e.org %}\nlet x;\n{% endcodeblock %}",
          "{% blockquote Ann https://e.org %}\nOne\n\nTwo\n{% endblockquote %}",
          "{% raw %}{{ x }}{% endraw %} {% youtube dQw4w9WgXcQ %}",
          "{% note info %}Inside{% endnote %} {{ not a tag of posts }}",
        ].join("\n\n"),
      ),
    });
    expect(body("a.md")?.split("\n\n")).toEqual([
      "![A ball](a/ball.png) a/ball.png [The ball](a/ball.png)",
      "![](a/ball.png) ![](a/ball.png) ![](/images/x.png) ![](none.png)",
      "[B \\[b\\]](/2020/01/01/b/) [Other words](/2020/01/01/b/) /2020/01/01/b/ {% post_link none %}",
      '![Alt](/images/x.png "Title") [Words](https://e.org)',
      "```js\nlet x;\n```",
      "> One\n>\n> Two\n>\n> — [Ann](https://e.org)",
      '{{ x }} <iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" allowfullscreen></iframe>',
      "{% note info %}Inside{% endnote %} {{ not a tag of posts }}",
    ]);
    expect(of("a.md")?.warnings).toEqual([
      "template tags that are not known stay in the text: post_link, note",
      "missing image none.png",
    ]);
  });
});
