export type Params = Record<string, string>;
type Part = { name: string; isParam: boolean };
type Route = { route: string; parts: Part[] };

const partOf = (name: string): Part =>
  /^\[[^.\]]+\]$/.test(name) ? { name: name.slice(1, -1), isParam: true } : { name, isParam: false };

const isWritten = (part: string) => {
  try {
    return part !== "" && part !== "." && part !== ".." && encodeURIComponent(decodeURIComponent(part)) === part;
  } catch {
    return false;
  }
};

/**
 * Finds the route of an address as the framework does: of those that fit, the one whose first different part is a name.
 * Null without a route; undefined where only the framework can tell, for addresses in other spellings and below
 * catch-all routes.
 */
export function routeFinder(
  routes: readonly string[],
): (path: string) => { route: string; params: Params } | null | undefined {
  const all: Route[] = routes.map((route) => ({ route, parts: route.split("/").slice(1).map(partOf) }));
  const open = all.filter(({ parts }) => parts.some(({ name }) => name.startsWith("[")));
  const fits = (parts: readonly Part[], given: readonly string[]) =>
    parts.every(({ name, isParam }, index) => isParam || name === given[index]);
  return (path) => {
    const given = path.split("/").slice(1);
    if (path !== "/" && !given.every(isWritten)) return undefined;
    // The framework's own addresses begin with it.
    if (given[0]?.startsWith("_")) return undefined;
    const isOpen = ({ parts }: Route) =>
      fits(
        parts.slice(
          0,
          parts.findIndex(({ name }) => name.startsWith("[")),
        ),
        given,
      );
    if (open.some(isOpen)) return undefined;
    const [first] = all
      .filter(({ parts }) => parts.length === given.length && fits(parts, given))
      .sort((a, b) => {
        const at = a.parts.findIndex(({ isParam }, index) => isParam !== b.parts[index]?.isParam);
        return Number(a.parts[at]?.isParam ?? false) - Number(b.parts[at]?.isParam ?? false);
      });
    if (!first) return null;
    const params = first.parts.flatMap(({ name, isParam }, index) => (isParam ? [[name, given[index] ?? ""]] : []));
    return { route: first.route, params: Object.fromEntries(params) as Params };
  };
}
