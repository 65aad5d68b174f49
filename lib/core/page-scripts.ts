/** The module that improves public pages; the one script that they load. */
export const siteScript = "/site.js";

/** Lets browsers that can prepare the page behind a link being pointed at; never what is not a page. */
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

/** JSON as it stands in a page. `<` is escaped, so no text in it can end the element. */
export const scriptText = (data: object): string => JSON.stringify(data).replaceAll("<", "\\u003c");

/** What stands inline in public pages and is run, or obeyed, by browsers. */
export const inlineScripts: readonly { type: string; text: string }[] = [
  { type: "speculationrules", text: scriptText(speculationRules) },
];
