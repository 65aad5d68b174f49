import type { MenuRecord, Unread } from "../../records";
import type { LeftTally } from "../left-tally";
import { resolved } from "./addresses";
import type { Facts } from "./facts";
import { Row } from "./row";

/** The entries of a setting that holds a menu. */
function entriesOf(facts: Facts, name: string): Row[] {
  try {
    const value: unknown = JSON.parse(facts.settings.get(name) || "[]");
    return Array.isArray(value) ? value.map((each) => new Row(each)) : [];
  } catch {
    return [];
  }
}

/** The number of entries of the menu; those of the second one are left. */
export function menuSize(facts: Facts, left: LeftTally): number {
  const second = entriesOf(facts, "secondary_navigation").length;
  left.add("secondary navigation", "menu", "this site has one menu", second);
  return entriesOf(facts, "navigation").length;
}

/** The menu of the old site. */
export function* menuRecords(facts: Facts): Generator<MenuRecord | Unread> {
  for (const [index, row] of entriesOf(facts, "navigation").entries()) {
    const [name, address] = [row.text("label"), resolved(row.text("url"), facts.site ?? "")];
    const source = String(index + 1);
    if (address === "") yield { kind: "menu", source, title: name, warnings: [], skipped: "It has no address." };
    else
      yield {
        kind: "menu",
        source,
        name: name || address,
        parent: null,
        target: { address },
        newWindow: false,
        icon: "",
        ifNone: true,
        warnings: [],
        oldAddresses: [],
      };
  }
}
