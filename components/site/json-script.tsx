import { scriptText } from "../../lib/core/page-scripts";

type Props = { type: "application/ld+json" | "speculationrules"; data: object };

/** Data for the browser or for search engines. */
export function JsonScript({ type, data }: Props) {
  return <script type={type} dangerouslySetInnerHTML={{ __html: scriptText(data) }} />;
}
