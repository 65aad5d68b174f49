/** The language of a text that is not in the page's, and the side from which it runs. */
export type WrittenIn = { lang: string; dir: "ltr" | "rtl" };

type Props = { html: string; written?: WrittenIn | undefined };

/** The one place that puts HTML into a page as it is: `html` was sanitised by lib/text. */
export const Prose = ({ html, written }: Props) => (
  <div className="prose" {...written} dangerouslySetInnerHTML={{ __html: html }} />
);
