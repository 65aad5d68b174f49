import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf } from "../../../../testing/cost";
import { contentOf } from "./content";
import { restrictionIn, withoutGatedParts } from "./gates";

const cut = (text: string) => withoutGatedParts(text).text;

/** Shortcodes as plugins name them. */
const names = [
  "restrict",
  "members_access",
  "members_logged_in",
  "membership",
  "mepr-active",
  "wcm_restrict",
  "um_loggedin",
  "pms-restrict",
  "wpmem_logged_in",
  "swpm_protected",
  "ihc-hide-content",
  "passster",
  "sociallocker",
  "groups_member",
  "wlm_private",
  "s2If",
  "rcp_paid",
  "vip",
  "hide",
  "reply",
  "login",
  "erphpdown",
  "secret",
  "private",
];

describe("what plugins keep from some readers", () => {
  it.each(names)("is cut out: [%s]", (name) => {
    for (const [open, close] of [
      [`[${name}]`, `[/${name}]`],
      [`[${name} level="1,2" message='No ] entry']`, `[/${name}]`],
      [`[${name.toUpperCase()}=1]`, `[/${name}]`],
      [`[${name}][${name}]`, `[/${name}] inner [/${name}]`],
    ] as const)
      expect(cut(`Before ${open}kept\n\nfrom<b>some</b>${close} after`)).toBe("Before  after");
  });

  it.each(["columns", "button", "caption", "gallery", "note", "quote", "tabs", "spoiler", "toggle"])(
    "and nothing else: [%s]",
    (name) => {
      const text = `Before [${name} id="1"]words[/${name}] after`;
      expect(cut(text)).toBe(text);
    },
  );

  it("is nothing where a shortcode has no end, such as a form", () => {
    for (const text of ["[login_form] and more", "[members_list /] and more", "[/private] and more", "[hide"])
      expect(cut(text).startsWith(text.slice(0, 5))).toBe(true);
    expect(cut("[login_form] and more")).toBe("[login_form] and more");
  });

  it("is cut out of blocks, and after a wall to the end", () => {
    const paragraph = (text: string, more = "") => `<!-- wp:paragraph${more} --><p>${text}</p><!-- /wp:paragraph -->`;
    const within = (name: string, inner: string, more = "") => `<!-- wp:${name}${more} -->${inner}<!-- /wp:${name} -->`;
    const [open, secret] = [paragraph("open"), paragraph("secret")];
    for (const hidden of [
      within("premium-content/container", within("premium-content/subscriber-view", secret)),
      within("pmpro/membership", secret, ' {"levels":["1"]}'),
      within("group", within("group", secret) + secret, ' {"blockVisibility":{"controlSets":[{"id":1}]}}'),
      paragraph("secret", ' {"metadata":{"blockVisibility":false}}'),
    ])
      expect(cut(open + hidden + open)).toBe(open + open);
    expect(cut(`${open}<!-- wp:jetpack/paywall /-->${secret}${open}`)).toBe(open);
    for (const shown of [paragraph("a", ' {"metadata":{"blockVisibility":true}}'), "<!-- wp:loginout /-->", open])
      expect(cut(shown + open)).toBe(shown + open);
  });

  it("stays in a text that not everybody reads here, and is told of either way", () => {
    const text = "Open [restrict]secret[/restrict]";
    const read = (isPublic: boolean) => {
      const warnings: string[] = [];
      const context = { file: () => undefined, filesOf: () => [], reusable: () => text, postId: "1", isPublic };
      const { html } = contentOf(`${text}<!-- wp:block {"ref":1} /-->`, context, warnings);
      return [html.includes("secret"), warnings[0]];
    };
    expect(read(true)).toEqual([false, "Parts that not every reader saw were cut out of it: 2."]);
    expect(read(false)).toEqual([true, "Parts of it were for some readers only; look at it before you publish it."]);
  });

  it("never leaves what stands between a beginning and its end", () => {
    const noise = fc.constantFrom(
      "a",
      "[",
      "]",
      "[/",
      "<!--",
      "-->",
      "[note]",
      "[/note]",
      "<!-- wp:group -->",
      " ",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(noise), fc.array(noise), fc.array(noise), (before, inside, after) => {
        const text = `${before.join("")}\n[restrict]${inside.join("")}SECRET[/restrict]${after.join("")}`;
        // A comment that was begun before may make it no shortcode, which is shown by nobody.
        expect(cut(text)).not.toContain("SECRET");
      }),
      { numRuns: 500 },
    );
  });

  it("costs as much as the text is long", () => {
    for (const piece of ["[hide]", "[/hide]", "<!-- wp:hide ", "<!-- wp:group -->", "[hide]x[/hide]", "[hide"])
      expect(costOf(() => cut(piece.repeat(1_000_000 / piece.length))).cost).toBeLessThan(500);
  });
});

describe("a text that a plugin keeps from some readers as a whole", () => {
  it.each([
    ["_jetpack_newsletter_access", "paid_subscribers", "everybody"],
    ["_members_access_role", "editor", ""],
    ["rcp_subscription_level", "any-paid", "all"],
    ["rcp_user_level", "Subscriber", "All"],
    ["_is_paid", "1", "0"],
    ["_wpmem_block", "1", "0"],
    ["pms-content-restrict-user-status", "loggedin", ""],
    [
      "um_content_restriction",
      'a:2:{s:26:"_um_custom_access_settings";s:1:"1";s:14:"_um_accessible";s:1:"2";}',
      'a:2:{s:26:"_um_custom_access_settings";b:0;s:14:"_um_accessible";s:1:"2";}',
    ],
  ])("is known by its field %s", (name, some, all) => {
    expect(restrictionIn(new Map([[name, some]]))).toBe(name);
    expect(restrictionIn(new Map([[name, all]]))).toBeNull();
    expect(restrictionIn(new Map())).toBeNull();
  });
});
