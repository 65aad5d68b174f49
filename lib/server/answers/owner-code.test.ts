import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameworksPage, hostilePage } from "../../testing/hostile-html";
import { originInFrame } from "./look-previews";
import { codeOf, hashOf, withCode, withLinksBelow } from "./owner-code";
import { newNonce, policyFor, previewPolicy, secured } from "./page-policy";

const code = (given: { head?: string; end?: string; hosts?: string }) =>
  codeOf({ code_head: given.head ?? "", code_end: given.end ?? "", code_hosts: given.hosts ?? "" });

describe("the owner's code", () => {
  it("is none where nothing is stored, and hosts alone are none", () => {
    expect(code({})).toBeNull();
    expect(code({ head: " \n", hosts: "stats.example.org" })).toBeNull();
  });

  it("lets its own scripts and styles run, and the hosts that it names, and nothing else", () => {
    const found = code({
      head: '<script>a = "<b>"</script><style>p{}</style><script async src="https://stats.example.org/js/a.js"></script>',
      end: '<div><script>b()</script></div><template><script>c()</script></template><iframe src="https://frames.example/x"></iframe><script src="/own.js"></script><link rel="stylesheet" href="//styles.example/a.css"><script src="javascript:1"></script><script src="https://a;sandbox/b"></script><iframe src="https://a,b.example"></iframe>',
      hosts: "api.example.org, *.cdn.example",
    });
    expect(found?.scripts).toEqual(['a = "<b>"', "b()", "c()"].map(hashOf));
    expect(found?.styles).toEqual([hashOf("p{}")]);
    expect(found?.hosts).toEqual({
      script: ["https://stats.example.org", "api.example.org", "*.cdn.example"],
      style: ["https://styles.example"],
      frame: ["https://frames.example"],
    });
    const policy = found ? policyFor(found) : "";
    expect(policy).toContain("connect-src 'self' https://stats.example.org");
    expect(policy).not.toContain("unsafe");
    expect(policy.split("; ").find((part) => part.startsWith("script-src"))).not.toContain("javascript");
  });

  it("lets each host do what its element is for", () => {
    const found = code({
      head: `
        <link rel="me" href="https://me.example/@a"><link rel="icon" href="https://icon.example/a.png">
        <link rel="canonical" href="https://canonical.example/"><link rel="constructor" href="https://constructor.example">
        <link rel="preconnect" href="https://fonts.example" crossorigin><link REL="Alternate StyleSheet" href="https://css.example/a">
        <link rel="preload" as="script" href="https://preloaded.example/a.js"><link rel="modulepreload" href="https://module.example/a.js">
        <link rel="preload" as="image" href="https://pictures.example/a.png">`,
      end: '<iframe src="https://player.example/"></iframe><script src="https://script.example/a.js"></script>',
    });
    const policy = new Map(
      (found ? policyFor(found) : "").split("; ").map((part) => [part.split(" ", 1)[0], part] as const),
    );
    const hostsOf = (name: string) =>
      [...(policy.get(name) ?? "").matchAll(/https:\/\/([a-z]+)\.example/g)].map(([, host]) => host);
    const scripts = ["preloaded", "module", "script"];
    expect(hostsOf("script-src")).toEqual(scripts);
    expect(hostsOf("style-src")).toEqual([...scripts, "fonts", "css"]);
    expect(hostsOf("font-src")).toEqual([...scripts, "fonts", "css"]);
    expect(hostsOf("connect-src")).toEqual([...scripts, "fonts", "css"]);
    expect(hostsOf("frame-src")).toEqual([...scripts, "player"]);
  });

  it("leaves the policy of pages without it as it was", () => {
    const [html, nonce] = [frameworksPage("<p>Text</p>", newNonce()), newNonce()];
    expect(secured(html, nonce).policy).toBe(policyFor(null));
    expect(secured(html, nonce, code({ head: "<meta name=a>" })).policy).toBe(policyFor(null));
  });

  it("stands at the ends of head and body as it was written, whatever is in the page", () => {
    const [head, end] = ['<script id="in-head">1</script>', '<script id="at-end">2</script>'];
    fc.assert(
      fc.property(hostilePage, (body) => {
        const nonce = newNonce();
        const before = secured(frameworksPage(body, nonce), nonce).html;
        expect(withCode(before, { head, end }).replace(head, "").replace(end, "")).toBe(before);
      }),
      { numRuns: 1_000 },
    );
    const page = secured(frameworksPage('<p title="</head></body>">Text</p>', newNonce()), newNonce()).html;
    const made = withCode(page, { head, end });
    expect(made).toContain(`${head}</head>`);
    expect(made).toContain(`${end}</body>`);
  });
});

describe("a preview", () => {
  it("has no origin, sends no form, and is shown in frames of this site alone", () => {
    for (const policy of [null, code({ end: "<script>1</script>" })].map((each) => previewPolicy(policyFor(each)))) {
      expect(policy).toMatch(/; sandbox allow-scripts$/);
      expect(policy).toContain("form-action 'none'");
      expect(policy).toContain("frame-ancestors 'self'");
    }
  });

  it("names the site where it asks for more of it, since nothing is its own to a browser such as WebKit", () => {
    const site = "https://jane.example:8443";
    const shown = previewPolicy(
      policyFor(code({ head: '<link rel="stylesheet" href="https://fonts.example/a.css">' }), [], site),
    );
    for (const name of ["default-src", "script-src", "style-src", "connect-src", "font-src"])
      expect(shown.split("; ").find((rule) => rule.startsWith(name))).toMatch(`${name} 'self' ${site}`);
    expect(originInFrame({ url: "/preview/look/t/archives/a", headers: { host: "jane.example:8443" } })).toBe(
      "http://jane.example:8443",
    );
    for (const [url, host] of [
      ["/archives/preview/a", "jane.example"],
      ["/preview/t", "jane.example; sandbox"],
      ["/preview/t", "jane;sandbox"],
      ["/preview/t", "a,b"],
    ] as const)
      expect([url, host, originInFrame({ url, headers: { host } })]).toEqual([url, host, ""]);
  });

  it("leads from page to page within itself, and leaves every other link and text alone", () => {
    const html = `<!DOCTYPE html><html><head></head><body><p title='<a href="/no">'>href="/no" <a class="/x" href="/archives/a?b=/c#d">A</a> <a href=/b>B</a> <a href="//host/x">C</a> <a href="#main">D</a> <a href="https://here/x">E</a> <a href="/feed.xml">F</a></p></body></html>`;
    const isPage = (path: string) => !path.endsWith(".xml");
    const made = withLinksBelow(html, "/preview/look/t", isPage);
    expect([...made.matchAll(/\/preview\/look\/t/g)]).toHaveLength(2);
    expect(made).toContain('<a class="/x" href="/preview/look/t/archives/a?b=/c#d">');
    expect(made).toContain("<a href=/preview/look/t/b>");
    expect(made.replaceAll("/preview/look/t", "")).toBe(html);
  });
});
