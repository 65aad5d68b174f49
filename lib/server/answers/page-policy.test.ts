import fc from "fast-check";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describe, expect, it } from "vitest";
import { publishedAttacks } from "../../text/html/attack-collection";
import { htmlAttacks, markdownAttacks } from "../../text/html/attacks";
import { figureStyles } from "../../core/figure-styles";
import { inlineScripts, scriptText, siteScript } from "../../core/page-scripts";
import { frameworksPage, hostilePage, inAttribute } from "../../testing/hostile-html";
import { freshDatabase } from "../../testing/setup";
import { finished } from "./pages";
import { isPlain, plain } from "./plain";
import { hashOf } from "./owner-code";
import { dashboardPolicy, newNonce, policyFor, secured } from "./page-policy";

const nonce = newNonce();
const page = (body: string, root?: string) => frameworksPage(body, nonce, root);

type Node = DefaultTreeAdapterTypes.Node;
const below = (node: Node): Node[] => [
  node,
  ...("content" in node ? below(node.content) : []),
  ...("childNodes" in node ? node.childNodes.flatMap(below) : []),
];
const textOf = (node: Node): string =>
  "childNodes" in node ? node.childNodes.map((each) => ("value" in each ? each.value : "")).join("") : "";

/** Scripts that a browser finds in a page, as attributes and text. */
function scriptsIn(html: string): string[] {
  return below(parse(html)).flatMap((node) =>
    node.nodeName === "script" && "attrs" in node
      ? [`${node.attrs.map(({ name, value }) => `${name}=${value}`).join(" ")}|${textOf(node)}`]
      : [],
  );
}

const known = new Set([
  `type=module src=${siteScript}|`,
  ...inlineScripts.map(({ type, text }) => `type=${type}|${text}`),
]);
const ownScripts = [
  `<script type="module" src="${siteScript}"></script>`,
  ...inlineScripts.map(({ type, text }) => `<script type="${type}">${text}</script>`),
  `<script type="application/ld+json">${scriptText({ headline: "<p>Text</p>" })}</script>`,
].join("");
const strange = (html: string) =>
  scriptsIn(html).filter((script) => !known.has(script) && !script.startsWith("type=application/ld+json|"));

/** A page with this in it, made plain; fails where a browser would find a foreign script. */
function expectSound(body: string): string {
  const { html, policy } = secured(page(body), nonce);
  if (strange(html).length > 0) throw new Error(`${body} left ${strange(html).join(" and ")}`);
  expect(policy).toBe(policyFor(null));
  return html;
}

describe("a public page", () => {
  it("keeps the program's own scripts and none of the framework's", () => {
    const html = expectSound("<p>Text</p>");
    expect(new Set(scriptsIn(html))).toEqual(
      new Set([...known, `type=application/ld+json|${scriptText({ headline: "<p>Text</p>" })}`]),
    );
    expect(html).toContain("<main><p>Text</p></main>");
    expect(html).toContain('<link rel="stylesheet" href="/a.css" data-precedence="next"/>');
    expect(html).not.toMatch(/_next|nonce|hidden|self\./);
    expect(html).toContain("<title>A &lt;!-- title</title>");
  });

  it("says nowhere that a form is sent to no address, which means the page it stands on", () => {
    expect(
      expectSound(
        '<form action="" method="POST"><input name="a" value=\'<form action="">\'></form><form action="/search"></form>',
      ),
    ).toMatch(/<form +method="POST"><input name="a" value='<form action="">'><\/form><form action="\/search"><\/form>/);
  });

  it("runs no script that two attributes and a comment make together", () => {
    const html = expectSound(
      '<p><img src="/a.png" alt="<!--"></p><p><img src="/a.png" alt="-->"></p><p><scr<!-- -->ipt>alert(1)</scr<!-- -->ipt></p>',
    );
    expect(html).toContain('alt="<!--"');
  });

  it.each([
    "<<!-- -->script>alert(1)<<!-- -->/script>",
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    '<script src="/site.js?x"></script>',
    '<script type="module" src="/site.js">alert(1)</script>',
    '<script type="module" src="/site.js" onerror="alert(1)"></script>',
    '<script type="module" src="https://evil.example/site.js"></script>',
    '<script type="speculationrules">{"prerender":[{"urls":["/x"]}]}</script>',
    '<script type="application/ld+json" src="/uploads/x.js"></script>',
    '<script nonce="guessed">alert(1)</script>',
    "<svg><script>alert(1)</script></svg>",
    "<svg><script/><script>alert(1)</script>",
    '<svg><script><desc></script><style><a title="</style><script>alert(1)</script>">',
    "<math><mtext><script>alert(1)</script></mtext></math>",
    "<template><script>alert(1)</script></template>",
    "<select><title><script>alert(1)</script></select>",
    "<table><script>alert(1)</script><tr><td>x",
    "<script>alert(1)",
    "<script><!--<script>alert(1)</script>--></script><p>x",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<frameset><script>alert(1)</script></frameset>",
    "<plaintext><script>alert(1)</script>",
    "<select><button><iframe><textarea></iframe><script>alert(1)</script>",
    "<select><svg><style><!--</style></svg><script>alert(1)</script>--></select>",
    "<select><plaintext></select><script>alert(1)</script>",
    '<link rel="modulepreload" href="/x.js"><LINK AS=script REL=preload href=/x.js>',
  ])("is without the script of %s", (body) => {
    expect(expectSound(body)).not.toMatch(/<link[^>]*(modulepreload|as="?script)/i);
  });

  it("holds no list of more than options, which parsers read otherwise than browsers do", () => {
    const isLeft = (body: string) => below(parse(expectSound(body))).some(({ nodeName }) => nodeName === "select");
    expect(isLeft('<select name="a"><option value="1">One</option><optgroup><option>Two</optgroup></select><p>x')).toBe(
      true,
    );
    const others = [
      "<select><p>",
      "<SELECT multiple><option>a<b>",
      "<select></p><option></select>",
      "<select><select></p>",
    ];
    expect(others.filter(isLeft)).toEqual([]);
  });

  it("is without the scripts of attacks that have worked elsewhere, as text or in an attribute", () => {
    for (const attack of [...htmlAttacks, ...markdownAttacks, ...publishedAttacks])
      for (const body of [attack, inAttribute(attack), `${inAttribute("<!--")}${attack}${inAttribute("-->")}`])
        expect(expectSound(body)).toContain("<main>");
  });

  it("is without scripts whatever is written into it", () => {
    fc.assert(
      fc.property(hostilePage, (body) => {
        expect(expectSound(body)).toContain("data-plain");
      }),
      { numRuns: 5_000 },
    );
  });

  it("is not parsed where each place at which a script could begin holds one of the program's own", () => {
    const own = `<!DOCTYPE html><html data-plain=""><head><link rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml"/><link rel="stylesheet" href="/a.css"/>${ownScripts}</head><body>`;
    expect(isPlain(`${own}<form action="/x"><p>Text</p></form></body></html>`)).toBe(true);
    for (const suspect of [
      "<script>alert(1)</script>",
      "<ScRiPt src=x>",
      `<script type="module" src="${siteScript}">alert(1)</script>`,
      '<script type="application/ld+json">{}<!--<script></script>',
      '<script type="application/ld+json">',
      "<!-- -->",
      "<select><b></select>",
      '<link rel="modulepreload" href="/x.js">',
      '<link rel="preload" as="script" href="/x.js">',
      "<link rel=preload As = script href=/x.js>",
      '<link rel="preload" as="scr&#105;pt" href="/x.js">',
      '<div hidden="">',
      '<form method="post" action="">',
    ])
      expect([suspect, isPlain(own + suspect)]).toEqual([suspect, false]);
    fc.assert(
      fc.property(hostilePage, (body) => {
        expect(strange(plain(own + body, nonce))).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  it("stays as it is when it is secured again", () => {
    fc.assert(
      fc.property(hostilePage, (body) => {
        const once = secured(page(body), nonce).html;
        expect(scriptsIn(secured(once, nonce).html)).toEqual(scriptsIn(once));
      }),
      { numRuns: 500 },
    );
  });
});

describe("a policy", () => {
  it("of public pages lets nothing run but what the program knows", () => {
    expect(policyFor(null)).not.toMatch(/unsafe|nonce/);
    expect(
      policyFor(null)
        .split("; ")
        .find((rule) => rule.startsWith("script-src"))
        ?.split(" ")
        .slice(2),
    ).toHaveLength(inlineScripts.length);
  });

  it("of a page with figures allows their styles as the build wrote them, and nothing that a page makes of them", () => {
    const styles = new Map([
      ["callouts", ".admonition > p{margin:0}"],
      ["galleries", ".gallery{display:grid}"],
    ]);
    const given = figureStyles.get();
    figureStyles.provide(() => styles);
    const stylesOf = (body: string) =>
      /style-src ([^;]*)/
        .exec(secured(page(body), nonce).policy)?.[1]
        ?.split(" ")
        .slice(1);
    expect(stylesOf("<p>Text</p>")).toEqual([]);
    for (const [name, css] of styles)
      for (const text of [css, "p{}"])
        expect(stylesOf(`<style data-precedence="${name}" data-href="${name}">${text}</style>`)).toEqual([hashOf(css)]);
    expect(stylesOf('<style data-precedence="other">p{}</style>')).toEqual([]);
    figureStyles.provide(given);
  });

  it("of the dashboard lets run what carries this rendering's nonce, whatever is in the page", () => {
    const { html, policy } = secured(page("<script>alert(1)</script>", 'lang="en"'), nonce);
    expect(html).toBe(page("<script>alert(1)</script>", 'lang="en"'));
    expect(policy).toBe(dashboardPolicy(nonce));
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}';`);
    expect(newNonce()).not.toBe(newNonce());
  });
});

it("a text for programs says which page it is of, and a page nothing of what the framework would load", async () => {
  await freshDatabase();
  const link: [string, string] = ["link", '<https://jane.example/archives/a>; rel="canonical"'];
  const linksOf = async (type: string) => {
    const page = {
      status: 200,
      headers: [["content-type", type], link] as [string, string][],
      body: Buffer.from("x"),
      nonce: "",
    };
    return (await finished(page, true)).headers.filter(([name]) => name.toLowerCase() === "link");
  };
  expect(await linksOf("text/markdown; charset=utf-8")).toEqual([link]);
  expect(await linksOf("text/html; charset=utf-8")).toEqual([]);
});

it.each([true, false])("of any kind has browsers look up no host of its links (kept: %s)", async (isKept) => {
  const body = Buffer.from(page('<a href="http://stranger.example/">x</a>'));
  const made = { status: 200, headers: [["content-type", "text/html"] as [string, string]], body, nonce };
  expect((await finished(made, isKept)).headers).toContainEqual(["X-DNS-Prefetch-Control", "off"]);
});
