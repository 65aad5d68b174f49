import { readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { writeXml } from "../../../lib/text/xml-document";

export const dynamic = "force-dynamic";

/** How browsers add the search of this site to their own (OpenSearch 1.1). */
export async function GET() {
  const { title, description, url } = await readAsVisitor(getSite, {});
  const shortened = (text: string, most: number) => [...text].slice(0, most).join("").trim();
  const text = writeXml({
    OpenSearchDescription: {
      "@xmlns": "http://a9.com/-/spec/opensearch/1.1/",
      ShortName: shortened(title, 16),
      LongName: shortened(title, 48),
      Description: shortened(description || title, 1024),
      InputEncoding: "UTF-8",
      Image: { "@width": "32", "@height": "32", "@type": "image/x-icon", "#text": `${url}/favicon.ico` },
      Url: { "@type": "text/html", "@template": `${url}/search?keyword={searchTerms}` },
    },
  });
  return new Response(text, { headers: { "content-type": "application/opensearchdescription+xml; charset=utf-8" } });
}
