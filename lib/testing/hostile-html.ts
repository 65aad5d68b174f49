/** Texts of pieces that have broken parsers of HTML, for tests of the sanitiser and of browsers. */
import fc from "fast-check";
import { inlineScripts, scriptText, siteScript } from "../core/page-scripts";

/** The address of the picture in the texts. */
export const folder = "2026/11/abcdefghij012345";

const value = fc.constantFrom(
  "<!--",
  "-->",
  "--!>",
  "<scr",
  "<script>",
  "</script>",
  "ipt>",
  "<img src=x onerror=alert(1)>",
  "</p>",
  "</title>",
  "</style>",
  "]]>",
  "<![CDATA[",
  "<?x",
  "<?xml-stylesheet href=x?>",
  "<!-->",
  "</template>",
  "</select>",
  "</svg>",
  "&lt;",
  "&#60;",
  "&amp;lt;",
  "<",
  ">",
  "'",
  "`",
  "\n",
  " ",
  "<img a=",
  " src=",
  " srcset=",
  " sizes=",
  ` width="1`,
  `/uploads/${folder}/a.jpg`,
  `/uploads/${folder}/a.jpg?v=1`,
  "javascript:",
  "data:image/png,x",
  "https://x.example/",
  "#a",
  "t-a",
  "左",
  "\u0000",
  "\uD800",
  "\uFDD0",
  "\uFDD1",
  "\uFFFE",
  "&#13;",
  "&#x0D;\n",
  "&#0;",
  "&nbsp;",
  "&#x85;",
  "&NewLine;",
  "&zwj;",
);
const attributeName = fc.constantFrom(
  ..."title alt lang id name href src srcset sizes width height align class cite poster onerror style loading decoding dir abbr datetime label kind open checked start value rel target hreflang data-footnote-ref data-checked data-lines data-player encoding shadowrootmode slot is xlink:href xmlns popover contenteditable commandfor".split(
    " ",
  ),
);
const quote = fc.constantFrom('"', "'", "");
const attribute = fc
  .tuple(attributeName, quote, fc.array(value, { maxLength: 4 }))
  .map(([name, sign, values]) => ` ${name}=${sign}${values.join("")}${sign}`);
const tagName = fc.constantFrom(
  ..."a b i p div span img picture source video audio track iframe table tr td th caption ul ol li dl dt dd h1 h2 h6 pre code details summary section figure figcaption blockquote ruby rt rp input label time br hr sup".split(
    " ",
  ),
  ..."script style svg math mtext mglyph title textarea template noscript noembed noframes xmp plaintext iframe select option form button object embed base meta link body html head frameset annotation-xml foreignObject desc center font nobr selectedcontent optgroup datalist dialog slot mi malignmark rb rtc menuitem image listing marquee".split(
    " ",
  ),
);
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(tagName, fc.array(attribute, { maxLength: 3 }), fc.constantFrom(">", "/>", " >", "\n>", ""))
      .map(([name, attributes, end]) => `<${name}${attributes.join("")}${end}`),
  },
  { weight: 2, arbitrary: tagName.map((name) => `</${name}>`) },
  { weight: 2, arbitrary: value },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "<!-- -->",
      "<!--",
      "-->",
      "<scr<!-- -->ipt>",
      "text",
      ' "',
      '" ',
      `<img src="/uploads/${folder}/a.jpg">`,
      `![a](/uploads/${folder}/a.jpg)`,
      `![<!--](/uploads/${folder}/a.jpg "-->")`,
      `\n\n![](/uploads/${folder}/a.jpg#wide)\n![](/b.jpg "<!--")\n\n`,
      `\n\n[a](/uploads/${folder}/a.mp4)\n\n`,
      `<p><a href="/uploads/${folder}/a.mp3">`,
      `<a href="/uploads/${folder}/a.pdf">`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "&#13;",
      "&#10;",
      "&#32;",
      "\\",
      "# ",
      "- ",
      "1. ",
      "> ",
      "    ",
      "\n",
      "\n\n",
      "```\n",
      '```js title="<a" {1-2}\n',
      "|a|\n|:-:|\n",
      "*",
      "`",
      "[",
      "](/a)",
      "[^1]",
      "$",
      "$x^2$",
      "\n$$\n",
      "\\frac{1}{2}",
      '<code class="language-math">',
      '<math><annotation encoding="application/x-tex">',
      '<div class="formula"><math display="block">',
      '<iframe src="https://player.vimeo.com/video/1">',
      '<a data-player="https://player.vimeo.com/video/1">',
      "\n[^1]: ",
      ":::note\n",
      "\r",
      "\t",
      "\f",
    ),
  },
);
/** Any text an author may send, as Markdown, as rich text or as HTML. */
export const hostileText = fc.oneof(
  { weight: 9, arbitrary: fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 120 }) },
);

const rules = inlineScripts.map(({ type, text }) => `<script type="${type}">${text}</script>`).join("");

/** A page as the framework makes it, around an author's text. */
export const frameworksPage = (body: string, nonce: string, root = 'lang="en" data-plain=""') =>
  `<!DOCTYPE html><html ${root}><head><meta charSet="utf-8"/><link rel="stylesheet" href="/a.css" nonce="${nonce}" data-precedence="next"/><link rel="preload" as="script" fetchPriority="low" nonce="${nonce}" href="/_next/static/chunks/a.js"/>` +
  `<script src="/_next/static/chunks/b.js" async="" nonce="${nonce}"></script><title>A &lt;!-- title</title></head><body><div hidden=""><!--$--><!--/$--></div><main><!--$-->${body}<!--/$--></main>` +
  `<script type="application/ld+json">${scriptText({ headline: body })}</script>${rules}<script type="module" src="${siteScript}"></script>` +
  `<script id="_R_" nonce="${nonce}">self.x=1</script><script nonce="${nonce}">(self.__next_f=self.__next_f||[]).push([0])</script><script nonce="${nonce}">self.__next_f.push([1,"a\\u003cscript>"])</script></body></html>`;

/** The same text as the value of an attribute. */
export const inAttribute = (text: string) => `<img alt="${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">`;

const pageTag = fc.constantFrom(
  ..."script svg math style title textarea select option template noscript table tr td p div b a form frameset plaintext xmp iframe desc foreignObject mtext mglyph annotation-xml body html head link selectedcontent button hr optgroup noembed noframes mi annotation-xml".split(
    " ",
  ),
);
const pagePiece = fc.oneof(
  fc.constantFrom(
    "<!--",
    "-->",
    "--!>",
    "<!-->",
    "<![CDATA[",
    "]]>",
    "<!",
    "<!--->",
    "<?",
    "</",
    "<",
    ">",
    "/>",
    '"',
    "'",
    "=",
    " ",
    "\n",
    "&lt;",
    "&",
    "\0",
    "x",
    "<scr",
    "ipt>",
    "</scr",
    "<script>",
    "</script>",
    "<script>alert(1)</script>",
    "<scr<!-- -->ipt>alert(1)</scr<!-- -->ipt>",
    "<<!---->script>alert(1)</script>",
    "alert(1)",
    ' alt="',
    " src=x",
    '<div hidden="">',
    "</div>",
  ),
  pageTag.map((name) => `<${name}>`),
  pageTag.map((name) => `<${name}/>`),
  pageTag.map((name) => `</${name}>`),
  fc
    .tuple(pageTag, fc.constantFrom("<!--", "-->", "</style>", "</script>", "<script>alert(1)</script>", "</title>"))
    .map(([name, value]) => `<${name} title="${value}">`),
  fc.constantFrom("<!--", "-->", "<script>", "</script>").map(inAttribute),
);

/** Anything that could be in a page without a sanitiser. */
export const hostilePage = fc.array(pagePiece, { maxLength: 30 }).map((pieces) => pieces.join(""));
