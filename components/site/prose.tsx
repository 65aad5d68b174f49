/** The language of a text that is not in the page's, and the side from which it runs. */
export type WrittenIn = { lang: string; dir: "ltr" | "rtl" };

/** The one place that puts HTML into a page as it is: `html` was sanitised by lib/text. */
export function Prose({ html, written }: { html: string; written?: WrittenIn | undefined }) {
  return <div className="prose" {...written} dangerouslySetInnerHTML={{ __html: html }} />;
}
