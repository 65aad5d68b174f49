import { scriptText } from "../../lib/core/page-scripts";

type Props = { type: "application/ld+json" | "speculationrules"; data: object };

/** Data for the browser or for search engines. */
export function JsonScript({ type, data }: Props) {
  return <script type={type} dangerouslySetInnerHTML={{ __html: scriptText(data) }} />;
}

/** What search engines are told of a page. */
export const PageData = ({ data }: { data: readonly object[] }) => (
  <>
    {data.map((each, index) => (
      <JsonScript key={index} type="application/ld+json" data={each} />
    ))}
  </>
);
