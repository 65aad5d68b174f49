/** The module of public pages; the only script that they load. */
export const siteScript = "/site.js";

/** Lets browsers prepare the page behind a link under the pointer; pages only. */
export const speculationRules = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          { not: { href_matches: ["/admin/*", "/api/*", "/setup", "/*.xml", "/*.txt", "/uploads/*"] } },
        ],
      },
      eagerness: "conservative",
    },
  ],
};

/** JSON for a page. `<` is escaped, so that no text can end the element. */
export const scriptText = (data: object): string => JSON.stringify(data).replaceAll("<", "\\u003c");

/** The inline scripts and rules of public pages. */
export const inlineScripts: readonly { type: string; text: string }[] = [
  { type: "speculationrules", text: scriptText(speculationRules) },
];
