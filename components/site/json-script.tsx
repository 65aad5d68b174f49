type Props = { type: "application/ld+json" | "speculationrules"; data: object };

/** Data for the browser or for search engines. `<` is escaped, so no text in it can end the element. */
export function JsonScript({ type, data }: Props) {
  return <script type={type} dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll("<", "\\u003c") }} />;
}
