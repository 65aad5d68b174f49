/** The one place where HTML is put into a page as it is: `html` has gone through the sanitiser of lib/content. */
export function Prose({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
