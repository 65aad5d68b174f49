import { describe, expect, it } from "vitest";
import { parseDate, splitDatedName } from "./dates";
import { splitFrontMatter } from "./front-matter";
import { markdownPost } from "./markdown-post";
import { takeHeading } from "./markdown-title";

const iso = (text: string) => parseDate(text)?.toISOString();
const post = (front: string, body = "Text.", path = "a.md") =>
  markdownPost(path, `---\n${front}\n---\n${body}`, "file");

describe("dates", () => {
  it.each([
    ["2013-05-06", "2013-05-06T00:00:00.000Z"],
    ["2013/5/6", "2013-05-06T00:00:00.000Z"],
    ["2013-05-06 02:12:52 +0200", "2013-05-06T00:12:52.000Z"],
    ["2013-05-06 02:12:52 -08:00", "2013-05-06T10:12:52.000Z"],
    ["2013-05-06 2:12", "2013-05-06T02:12:00.000Z"],
    ["2013-05-06T02:12:52Z", "2013-05-06T02:12:52.000Z"],
    ["2013-05-06T02:12:52.1234567+05:30", "2013-05-05T20:42:52.123Z"],
    ["2013-05-06 02:12:52 UTC", "2013-05-06T02:12:52.000Z"],
    ["1367799172", "2013-05-06T00:12:52.000Z"],
    ["1367799172500", "2013-05-06T00:12:52.500Z"],
    ["0099-01-02", "0099-01-02T00:00:00.000Z"],
  ])("reads %s", (text, expected) => expect(iso(text)).toBe(expected));

  it.each([
    "",
    "yesterday",
    "2013-02-30",
    "2013-13-01",
    "2013-05-06 25:00",
    "2013-05-06 10:00 +9900",
    "2023-01-29 18:30:22 2023 -0800",
    "20130506",
  ])("does not guess at %j", (text) => expect(parseDate(text)).toBeUndefined());

  it("takes the day off a file's name, unless it is no day", () => {
    expect(splitDatedName("2013-05-06-jekyll-1-0")).toEqual({ date: new Date("2013-05-06"), rest: "jekyll-1-0" });
    expect(splitDatedName("2013-05-66-x")).toEqual({ date: undefined, rest: "2013-05-66-x" });
    expect(splitDatedName("2013-05-06")).toEqual({ date: undefined, rest: "2013-05-06" });
  });
});

describe("front matter", () => {
  it("keeps values as they are written, and executes nothing", () => {
    const { fields, body } = splitFrontMatter(
      "---\ntitle: 1.10\nDate: 2013-05-06\nno: null\nx: !!js/function 'return 1'\n__proto__: y\n---\n\nText",
    );
    expect([
      fields.text("title"),
      fields.text("date"),
      fields.text("no"),
      fields.text("x"),
      fields.text("__proto__"),
    ]).toEqual(["1.10", "2013-05-06", undefined, "return 1", "y"]);
    expect(body).toBe("\nText");
  });

  it.each([
    ["---\ntitle: [a\n---\nx", "the front matter does not parse (line 3)"],
    ["---\ntitle: a\ntitle: b\n---\n", "the front matter does not parse (line 3): Map keys must be unique"],
    ["---\ntitle: a\n\ntext", "the front matter has no end (a line of ---)"],
    ["---\n- a\n- b\n---\n", "the front matter is not a list of names and values"],
    ["+++\ntitle = [\n+++\n", "the front matter does not parse: Invalid TOML document"],
    ["+++\ntitle = 'a'\n", "the front matter has no end (a line of +++)"],
    ["---js\n{ title: process.exit() }\n---\nx", 'its front matter is written in "js", which is not read'],
    ["---coffee\ntitle: 1\n---\nx", 'its front matter is written in "coffee"'],
    ['{\n  "title": x\n}\nx', "the front matter does not parse"],
    [';;;\n"title": x\n;;;\nx', "the front matter does not parse"],
    [`---\ntitle: a\nx: ${"y".repeat(70_000)}\n---\n`, "the front matter is longer than 64 KiB"],
    [
      `---\na: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n---\n`,
      "its aliases lead no",
    ],
  ])("refuses %j", (text, reason) => expect(() => splitFrontMatter(text)).toThrow(reason));

  it.each([
    [
      "TOML",
      "+++\ntitle = 'a: b'\ndate = 2024-02-02T04:14:54-08:00\nn = 1.5\ntags = ['x', 'y']\n[params]\nk = 'v'\n+++\nText",
    ],
    [
      "JSON",
      '{\n  "title": "a: b", "date": "2024-02-02T04:14:54-08:00", "n": 1.5,\n  "tags": ["x", "y"], "params": { "k": "v" }\n}\n\nText',
    ],
    [
      "JSON ended by semicolons",
      '"title": "a: b", "date": "2024-02-02T04:14:54-08:00", "n": 1.5,\n"tags": ["x", "y"], "params": { "k": "v" }\n;;;\nText',
    ],
    [
      "YAML without its first line",
      'title: "a: b"\ndate: 2024-02-02T04:14:54-08:00\nn: 1.5\ntags: [x, y]\nparams:\n  k: v\n---\nText',
    ],
    [
      "JSON between named lines",
      '---json\n{ "title": "a: b", "date": "2024-02-02T04:14:54-08:00", "n": 1.5, "tags": ["x", "y"], "params": {"k": "v"} }\n---\nText',
    ],
  ])("reads %s as it reads YAML", (_name, text) => {
    const { fields, body } = splitFrontMatter(text, { loose: true });
    expect([fields.text("title"), fields.text("n"), fields.value("tags")]).toEqual(["a: b", "1.5", ["x", "y"]]);
    expect(fields.inside("params").text("k")).toBe("v");
    expect(parseDate(fields.text("date") ?? "")).toEqual(new Date("2024-02-02T12:14:54Z"));
    expect(body.trim()).toBe("Text");
  });

  it("is not where a text only looks a little like it", () => {
    for (const text of ["{ not JSON }\n", '{"a": 1} and more\n', "{{< x >}}\n", "Note: this\n\nText\n", "Title\n---\n"])
      expect(splitFrontMatter(text, { loose: true })).toMatchObject({ body: text });
    expect(splitFrontMatter("title: x\n---\nText").body).toBe("title: x\n---\nText");
  });

  it("leaves a text alone that has none, or begins with a line across", () => {
    expect(splitFrontMatter("Text\n---\n").body).toBe("Text\n---\n");
    expect(splitFrontMatter("---\n\nText without end").body).toBe("---\n\nText without end");
    expect(splitFrontMatter("---\n---\nText").body).toBe("Text");
  });
});

describe("a post of a file", () => {
  it("takes its title from front matter, the first heading, or the file's name", () => {
    expect(post("title: ' A  b '", "# Other\n\nText")).toMatchObject({ title: "A b", body: "# Other\n\nText" });
    expect(post("x: y", "```\n# no\n```\n\n# **The** [title](x) `here` #\n\nText")).toMatchObject({
      title: "The title here",
      body: "```\n# no\n```\n\n\nText",
    });
    expect(takeHeading("The title\n=====\n\nText")).toEqual({ title: "The title", body: "Text" });
    expect(markdownPost("a/2013-05-06-some_words-here.md", "Text", "file")).toMatchObject({
      title: "Some words here",
      date: new Date("2013-05-06"),
    });
  });

  it.each([
    ["slug: My Own", "a.md", { text: "my-own", from: "front matter" }],
    ["permalink: /2013/05/hello-you.html", "a.md", { text: "hello-you", from: "front matter" }],
    ["permalink: /blog/hello/", "a.md", { text: "hello", from: "front matter" }],
    ["permalink: /:year/:title/", "a.md", { text: "a", from: "file name" }],
    ["slug: 港口-来信", "a.md", { text: "港口-来信", from: "front matter" }],
    ["x: y", "2013-05-06-Jekyll 1.0.md", { text: "jekyll-1-0", from: "file name" }],
    ["x: y", "2013-05-06-trip/index.md", { text: "trip", from: "file name" }],
    ["title: The Title", "index.md", { text: "the-title", from: "title" }],
    ["title: 雾", "！.md", { text: "雾", from: "title" }],
  ])("gets its address: %s in %s", (front, path, slug) => expect(post(front, "Text", path).slug).toEqual(slug));

  it.each([
    ["draft: true", "DRAFT"],
    ["published: false", "DRAFT"],
    ["published: yes", "PUBLISHED"],
    ["status: private", "INTIMATE"],
    ["status: publish\ndraft: true", "DRAFT"],
    ["status: publish\npublished: false", "DRAFT"],
    ["title: x", undefined],
    // As Obsidian says it.
    ["publish: false", "DRAFT"],
    ["publish: true", "PUBLISHED"],
    ["published: 2024-01-02", undefined],
    ["published: never", "DRAFT"],
    ["draft: maybe", "DRAFT"],
    ["private: true", "INTIMATE"],
    ["draft: false\nunlisted: true", "INTIMATE"],
    ["hidden: of course", "INTIMATE"],
    ["hidden: false", undefined],
    ["encrypt: true\nenc_pwd: 1234", "INTIMATE"],
    ["hideInList: true", "INTIMATE"],
    ["isPrivate: true", "INTIMATE"],
    ["headless: true", "INTIMATE"],
    ["build:\n  render: never", "INTIMATE"],
    ["_build:\n  render: false", "INTIMATE"],
    ["build:\n  list: never", undefined],
    ["visibility: members", "INTIMATE"],
    ["visibility: public", undefined],
    ["draft: true\nprivate: true", "DRAFT"],
  ])("has a status: %s", (front, status) => expect(post(front).status).toBe(status));

  it("says why a text is private", () =>
    expect(post("visibility: members").warnings).toEqual([
      "Its old site showed it to those of visibility only; here it is private.",
    ]));

  it("makes a draft of a status it does not know and of what lies in _drafts", () => {
    expect(post("status: shiny")).toMatchObject({
      status: "DRAFT",
      warnings: ['status "shiny" is not known; it is a draft'],
    });
    for (const front of ["title: x", "published: true", "status: publish"])
      expect(post(front, "Text", "_drafts/a.md").status).toBe("DRAFT");
  });

  it.each([
    ["date: 2020-01-01\npublished: 2099-01-01", "2099-01-01"],
    ["date: 2020-01-01\npubdate: 2099-01-01", "2099-01-01"],
    ["date: tomorrow\npublishDate: 2099-01-01", "2099-01-01"],
    ["published: 2099-01-01", "2099-01-01"],
    ["date: 2020-01-01\npublished: 2021-01-01", "2020-01-01"],
  ])("waits as its old site let it: %s", (front, day) => expect(post(front).date).toEqual(new Date(day)));

  it.each([
    ["tags: [a, B, b]", ["a", "B"]],
    ["tags: a, b c ,d", ["a", "b c", "d"]],
    ["tag: 雾，海", ["雾", "海"]],
    ["tags:\n  - 1.10\n  - {x: y}", ["1.10"]],
    ["tags: []", []],
    ["tags:", undefined],
  ])("has tags: %j", (front, tags) => expect(post(front).tags).toEqual(tags));

  it.each([
    ["category: release", [["release"]]],
    ["categories: [A/B, a / b, C]", [["A", "B"], ["C"]]],
    ["categories:\n  - [A, B]\n  - C", [["A", "B"], ["C"]]],
    ["categories: A/B, C", [["A", "B"], ["C"]]],
    ["categories: [/, '']", []],
  ])("has categories: %j", (front, categories) => expect(post(front).categories).toEqual(categories));

  it("falls back to the day of the file's name where the date is not understood, and says so", () => {
    const { date, warnings } = post("date: 2023-01-29 18:30:22 2023 -0800", "x", "2023-01-28-x.md");
    expect(date).toEqual(new Date("2023-01-28"));
    expect(warnings).toEqual([
      'date "2023-01-29 18:30:22 2023 -0800" is not understood; 2023-01-28 from the file\'s name is used',
    ]);
    expect(post("date: 2023-01-29 at noon").date).toEqual(new Date("2023-01-29"));
    expect(post("date: soon").warnings).toEqual(['date "soon" is not understood; the time of the file is used']);
  });

  it("reads the rest", () =>
    expect(
      post("description: Short.\nimage:\n  src: https://e.org/x.png\npassword: '0123'\npinned: true\ncomments: false"),
    ).toMatchObject({
      summary: "Short.",
      cover: "https://e.org/x.png",
      password: "0123",
      topPriority: 1,
      disallowComment: true,
    }));
});
