import { expect, it } from "vitest";
import { childrenOf, type XmlElement, xmlTree } from "../testing/xml-tree";
import { indexOf, linesOf, urlsetOf } from "./site-map";

const site = "https://jane.example";
const names = ({ children }: XmlElement) => children.map(({ name }) => name);

/** The rules of sitemap.xsd and sitemap-image.xsd, as far as they are about what is written here. */
function faultsIn(xml: string): string[] {
  const root = xmlTree(xml);
  const [child, order] = root.name === "urlset" ? ["url", ["loc", "lastmod", "image:image"]] : ["sitemap", ["loc"]];
  const faults = root.attributes.xmlns === "http://www.sitemaps.org/schemas/sitemap/0.9" ? [] : ["namespace"];
  if (root.children.length === 0 || root.children.length > 50_000) faults.push("number");
  for (const entry of root.children) {
    if (entry.name !== child) faults.push(entry.name);
    const places = names(entry).map((name) => order.indexOf(name));
    if (places[0] !== 0 || places.some((place, at) => place < 0 || place < (places[at - 1] ?? 0)))
      faults.push(names(entry).join());
    const [loc, ...others] = childrenOf(entry, "loc");
    if (!loc || others.length > 0 || loc.text.length > 2048 || !URL.canParse(loc.text)) faults.push("loc");
    for (const { text } of childrenOf(entry, "lastmod"))
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) faults.push(`lastmod ${text}`);
    for (const image of childrenOf(entry, "image:image")) {
      const [address] = image.children;
      if (names(image).join() !== "image:loc" || !URL.canParse(address?.text ?? "")) faults.push("image");
    }
  }
  return faults;
}

it("keeps the rules of site maps, whatever addresses hold, and leaves out what is no picture", () => {
  const map = urlsetOf(
    linesOf(site, [
      { url: "/" },
      { url: "/archives/%E6%B8%AF", changed: new Date(0), picture: "/uploads/a b.png?x=1&y=<2>" },
      { url: "/a&b", changed: new Date(1), picture: "https://elsewhere.example/p.jpg" },
      { url: "/c", picture: "http://[" },
      { url: "/d", picture: "" },
    ]),
  );
  expect(faultsIn(map)).toEqual([]);
  const [, second, third, fourth, fifth] = xmlTree(map).children;
  expect(second && names(second)).toEqual(["loc", "lastmod", "image:image"]);
  expect(second?.children[2]?.children[0]?.text).toBe(`${site}/uploads/a%20b.png?x=1&y=%3C2%3E`);
  expect([third, fourth, fifth].map((entry) => entry && names(entry).includes("image:image"))).toEqual([
    true,
    false,
    false,
  ]);
});

it("keeps those of their index", () => {
  const index = indexOf([`${site}/sitemap/1.xml`, `${site}/sitemap/2.xml`]);
  expect(faultsIn(index)).toEqual([]);
  expect(xmlTree(index).children.map((part) => childrenOf(part, "loc")[0]?.text)).toEqual([
    `${site}/sitemap/1.xml`,
    `${site}/sitemap/2.xml`,
  ]);
});
