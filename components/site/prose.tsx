/** The language of a text that is not in the page's, and the side from which it runs. */
export type WrittenIn = { lang: string; dir: "ltr" | "rtl" };

/** What a style sheet of its own draws: formulas, players, files, galleries, callouts, folds, pictures at a side. */
const drawn =
  /<math|data-player=|<iframe|<video|<audio|<details|class="(?:file|gallery|admonition|wide|small|left|right)\b/;

/** The one place that puts HTML into a page as it is: `html` was sanitised by lib/text. */
export function Prose({ html, written }: { html: string; written?: WrittenIn | undefined }) {
  return (
    <>
      {/* oxlint-disable-next-line nextjs/no-css-tags -- only texts with something for it fetch it */}
      {drawn.test(html) && <link rel="stylesheet" href="/figures.css" />}
      <div className="prose" {...written} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
