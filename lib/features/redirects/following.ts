import { decodedAddress, withoutSlashAtEnd } from "../../text/address-parts";
import { normalized } from "../../text/normalized";

/** What decides where an address leads. */
export type Rule = { id: number; source: string; below: boolean; target: string; status: number };

/** Rules by their sources: those for one address, and those for everything below one. */
export type Rules = { exact: ReadonlyMap<string, Rule>; below: ReadonlyMap<string, Rule> };

export const rulesOf = (all: readonly Rule[]): Rules => ({
  exact: new Map(all.filter(({ below }) => !below).map((rule) => [rule.source, rule])),
  below: new Map(all.filter(({ below }) => below).map((rule) => [rule.source, rule])),
});

/**
 * The path of an address as redirects know it: decoded, without empty parts and without a slash at its end; null where
 * it names none.
 */
export function pathOf(address: string): string | null {
  if (!URL.canParse(address, "http://site.invalid")) return null;
  const { pathname } = new URL(address, "http://site.invalid");
  const path = withoutSlashAtEnd(normalized(decodedAddress(pathname), "NFC").replace(/\/{2,}/g, "/"));
  return path === "" ? "/" : path;
}

/** A decoded path as it is written in an address. */
export const pathWritten = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/**
 * A decoded path as people read and write it: in its own letters, and with signs escaped that would mean something else
 * there, so that `pathOf` gives the same path again.
 */
export const pathShown = (path: string): string =>
  path.replaceAll(/[%?#\\\p{Cc}]|(?<!\s)\s+$/gu, (signs) => encodeURIComponent(signs));

/** What somebody looks for in decoded paths, who has it from an address: its escapes decoded where they are text. */
export const pathSought = (keyword: string): string =>
  normalized(keyword, "NFC").replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => decodedAddress(escapes));

/** The target of a rule with what follows its source behind the target's path. */
function targetWith({ target }: Rule, rest: string): string {
  if (rest === "") return target;
  const [, path = "", tail = ""] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
  return withoutSlashAtEnd(path) + pathWritten(rest) + tail;
}

/** The rule for a path, the nearest one above it where there is none of its own, and where it leads from there. */
export function ruleFor({ exact, below }: Rules, path: string): { rule: Rule; target: string } | null {
  const own = exact.get(path);
  if (own) return { rule: own, target: own.target };
  for (let above = path; above !== ""; above = above.slice(0, above.lastIndexOf("/"))) {
    const rule = below.get(above);
    if (rule) return { rule, target: targetWith(rule, path.slice(above.length)) };
  }
  return null;
}

/** The most redirects in a row; browsers follow twenty. */
const MOST_IN_A_ROW = 10;

/** Whether whoever begins at this path is led in a circle, or on and on. */
function goesRound(rules: Rules, path: string): boolean {
  let at: string | null = path;
  for (let steps = 0; at !== null; steps += 1) {
    const led = ruleFor(rules, at);
    if (!led || !led.target.startsWith("/")) return false;
    if (steps === MOST_IN_A_ROW) return true;
    at = pathOf(led.target);
  }
  return false;
}

/**
 * A source from which these rules lead in a circle, or through too many redirects; null without one. Every circle goes
 * through some rule's own source, or through something below one.
 */
export function circleIn(all: readonly Rule[]): string | null {
  const rules = rulesOf(all);
  for (const { source, below } of all)
    for (const start of below ? [source, `${source}/x`] : [source]) if (goesRound(rules, start)) return source;
  return null;
}
