import { ID_PREFIX } from "./elements";
import { withAttributes } from "./html-tokens";

/** Attributes that hold an id, or a name that belongs together with others of the same text; and those of several ids. */
const naming: ReadonlySet<string> = new Set(["id", "name"]);
const leading: ReadonlySet<string> = new Set(["aria-describedby", "aria-labelledby"]);

const hasNames = new RegExp(` (?:id|name)="${ID_PREFIX}`);

/** A stored text with ids of its own, for a page that shows several: each may have a heading or a footnote of the same name. */
export function amongOthers(html: string, own: number | string): string {
  if (!hasNames.test(html)) return html;
  const renamed = (id: string) => (id.startsWith(ID_PREFIX) ? `${ID_PREFIX}${own}-${id.slice(ID_PREFIX.length)}` : id);
  return withAttributes(html, ({ name, value }) => {
    if (naming.has(name)) return renamed(value);
    if (leading.has(name)) return value.split(" ").map(renamed).join(" ");
    return name === "href" && value.startsWith("#") ? `#${renamed(value.slice(1))}` : undefined;
  });
}
