type Facts = Record<string, unknown>;

/** The fields without which schema.org's readers leave a thing out, by its type. */
const required: Record<string, readonly string[]> = {
  WebSite: ["name", "url"],
  SearchAction: ["target", "query-input"],
  EntryPoint: ["urlTemplate"],
  BlogPosting: ["headline", "datePublished", "url", "mainEntityOfPage", "publisher"],
  SocialMediaPosting: ["headline", "datePublished", "url", "publisher"],
  WebPage: ["name", "url", "isPartOf"],
  CollectionPage: ["name", "url", "isPartOf"],
  ImageGallery: ["name", "url", "isPartOf"],
  ProfilePage: ["url", "mainEntity"],
  Person: ["name"],
  Organization: ["name", "url"],
  ImageObject: ["url"],
  BreadcrumbList: ["itemListElement"],
  ListItem: ["position", "name", "item"],
};
const addresses = ["url", "item", "mainEntityOfPage", "urlTemplate"];
const times = ["datePublished", "dateModified"];

function wrongIn(facts: Facts, path: string): string[] {
  const type = String(facts["@type"]);
  const at = `${path}${type}`;
  const found = (required[type] ?? ["a known type"])
    .filter((name) => facts[name] === undefined || facts[name] === "")
    .map((name) => `${at}: ${name} is missing`);
  for (const name of addresses)
    if (typeof facts[name] === "string" && !URL.canParse(facts[name])) found.push(`${at}: ${name} is no whole address`);
  for (const name of times)
    if (typeof facts[name] === "string" && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(facts[name]))
      found.push(`${at}: ${name} is no time`);
  if (type === "BreadcrumbList") {
    const positions = (facts.itemListElement as Facts[]).map(({ position }) => position);
    if (positions.length < 2 || positions.some((position, index) => position !== index + 1))
      found.push(`${at}: positions are ${positions.join()}`);
  }
  for (const [name, value] of Object.entries(facts))
    for (const each of [value].flat())
      if (typeof each === "object" && each !== null) found.push(...wrongIn(each as Facts, `${at}.${name} `));
  return found;
}

/** The types of things that a page tells search engines of, and what is wrong with them. */
export function structuredData(html: string): { types: string[]; wrong: string[] } {
  const all = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, text = ""]) => JSON.parse(text) as Facts,
  );
  const wrong = all.flatMap((facts) =>
    facts["@context"] === "https://schema.org" ? wrongIn(facts, "") : [`${String(facts["@type"])}: no vocabulary`],
  );
  return { types: all.map((facts) => String(facts["@type"])), wrong };
}
