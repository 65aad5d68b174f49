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
