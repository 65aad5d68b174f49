/** The longest pattern that is read, and the most of them. */
const [LONGEST, MOST] = [200, 200];

/** A pattern of paths, in which `*` stands for what is within a folder and `**` for anything. */
function patternOf(glob: string): RegExp {
  const parts = glob.replace(/^\.?\/+|\/+$/g, "").split(/(\*\*\/?|\*|\?)/);
  const written = parts.map((part) => {
    if (part.startsWith("**")) return ".*";
    if (part === "*") return "[^/]*";
    return part === "?" ? "[^/]" : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  });
  // A folder leaves out all that is in it.
  return new RegExp(`^${written.join("").replaceAll(".*.*", ".*")}(?:/|$)`);
}

/** Finds paths that a site's settings leave out of it, by patterns as its generator reads them. */
export function leftOut(given: unknown): (path: string) => boolean {
  const all: unknown[] = Array.isArray(given) ? given : [given];
  const patterns = all
    .filter((each): each is string => typeof each === "string" && each.trim() !== "" && each.length <= LONGEST)
    .slice(0, MOST)
    .map((each) => patternOf(each.trim()));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** The signs of an expression that stand for themselves, the dot for any sign. */
const PLAIN = /^(?:[\w\s/.-]|\\[./-])*$/;

/**
 * Finds paths that match one of Hugo's expressions, which may stand anywhere in a path. An expression that is more than
 * signs with `.*` between them leaves nothing out.
 */
export function ignored(given: unknown): (path: string) => boolean {
  const expressions = (Array.isArray(given) ? given : [given])
    .filter((each): each is string => typeof each === "string" && each !== "" && each.length <= LONGEST)
    .slice(0, MOST)
    .map((each) => ({ parts: each.replace(/\$$/, "").split(/\.[*+]/), isEnd: each.endsWith("$") }))
    .filter(({ parts }) => parts.every((part) => PLAIN.test(part)))
    .map(({ parts, isEnd }) => ({
      parts: parts.map((part, i) => new RegExp(part + (isEnd && i === parts.length - 1 ? "$" : ""), "g")),
    }));
  return (path) =>
    expressions.some(({ parts }) => {
      let at = 0;
      return parts.every((part) => {
        part.lastIndex = at;
        const found = part.exec(`/${path}`);
        at = part.lastIndex;
        return found !== null;
      });
    });
}
