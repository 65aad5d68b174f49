/** Lets browsers that can prepare the page behind a link being pointed at; never what is not a page. */
export const speculationRules = {
  prerender: [
    {
      where: {
        and: [{ href_matches: "/*" }, { not: { href_matches: ["/admin/*", "/api/*", "/setup", "/*.xml", "/*.txt", "/uploads/*"] } }],
      },
      eagerness: "conservative",
    },
  ],
};
