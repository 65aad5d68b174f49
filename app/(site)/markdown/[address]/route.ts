import { redirect } from "next/navigation";
import { findPlace, readAsVisitor } from "../../../../lib/doors/page";
import { places } from "../../../../lib/features/site/places";
import { getSite } from "../../../../lib/features/site/queries";

/** A text as Markdown; it is asked for by its own address with `.md`, which the front desk leads here. */
export async function GET(_request: Request, { params }: { params: Promise<{ address: string }> }) {
  const asked = await params;
  const { url, markdown } = await findPlace(places["/markdown/[address]"], asked);
  if (markdown === null) redirect(`${url}.md`);
  const site = await readAsVisitor(getSite, {});
  // As a header says it, also where the host has letters of another script.
  const { href } = new URL(site.url + url);
  return new Response(markdown, {
    headers: { "content-type": "text/markdown; charset=utf-8", link: `<${href}>; rel="canonical"` },
  });
}
