/** The one place that puts HTML into a page as it is: `html` was sanitised by lib/text. */
export function Prose({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
