import type { Page } from "@playwright/test";

/** What axe answers, as far as it is read here. */
type Nodes = { element: Element; html: string; failureSummary?: string }[];
type Axe = { run: (context: object, options: object) => Promise<Record<"violations" | "passes", { nodes: Nodes }[]>> };

/**
 * What contrast was found sound in this worker: a text's colour and size, and everything behind it. axe takes most of its
 * time to work that out for every row of a table and every page anew, with the same result.
 */
const sound = new Set<string>();

/**
 * axe's findings about the contrast of texts in `roots`, which is in the page already. It works out each combination of
 * colours, sizes and grounds once; a page in other colours has others.
 */
export async function faintTexts(page: Page, roots: string, leftOut: string): Promise<string[]> {
  const { faults, passed } = await page.evaluate(
    async ({ roots: within, leftOut: without, known }) => {
      const isKnown = new Set(known);
      const memo = <T>(make: (element: Element) => T) => {
        const made = new Map<Element, T>();
        return (element: Element): T => {
          const found = made.get(element) ?? make(element);
          made.set(element, found);
          return found;
        };
      };
      /** What an element puts behind its texts; nothing where it is clear. */
      const ground = memo((element) => {
        const { backgroundColor, backgroundImage, opacity, mixBlendMode, filter, backdropFilter } =
          getComputedStyle(element);
        return [backgroundColor, backgroundImage, opacity, mixBlendMode, filter, backdropFilter].join(" ");
      });
      const clear = "rgba(0, 0, 0, 0) none 1 normal none none";
      const grounds = (elements: Element[]) => elements.map(ground).filter((each) => each !== clear);
      /** The grounds of an element and of whatever it stands in. */
      const below: (element: Element) => string = memo((element) =>
        [...grounds([element]), element.parentElement ? below(element.parentElement) : ""].join(" / "),
      );
      const inputsOf = (element: Element) => {
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        // Where it is in view also what lies between or over them.
        const there = grounds(document.elementsFromPoint(x + width / 2, y + height / 2));
        return [color, fontSize, fontWeight, textShadow, below(element), there.join(" / ")].join(" | ");
      };
      const holdsText = (element: Element) =>
        element.matches("input, select, textarea") ||
        [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");

      const asked = new Map<Element, string>();
      const frames: Element[] = [];
      for (const root of document.querySelectorAll(within))
        for (const element of [root, ...root.querySelectorAll("*")]) {
          if (element.matches("iframe") && !element.matches(without)) frames.push(element);
          if (!holdsText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
          const inputs = inputsOf(element);
          if (!isKnown.has(inputs)) asked.set(element, inputs);
        }
      const include = [...asked.keys(), ...frames];
      if (include.length === 0) return { faults: [], passed: [] };
      const { violations, passes } = await (globalThis as unknown as { axe: Axe }).axe.run(
        { include, exclude: [without] },
        {
          runOnly: ["color-contrast"],
          resultTypes: ["violations", "passes"],
          elementRef: true,
          selectors: false,
        },
      );
      return {
        faults: violations.flatMap(({ nodes }) =>
          nodes.map(
            ({ html, failureSummary }) =>
              `color-contrast: ${html.slice(0, 200)} ${failureSummary?.split("\n")[1]?.trim()}`,
          ),
        ),
        // Only texts that axe reports as sound: it looks again at hidden ones and at those that it could not decide.
        passed: passes.flatMap(({ nodes }) => nodes.flatMap(({ element }) => asked.get(element) ?? [])),
      };
    },
    { roots, leftOut, known: [...sound] },
  );
  for (const each of passed) sound.add(each);
  return faults;
}
