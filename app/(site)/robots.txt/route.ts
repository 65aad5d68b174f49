import { readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";

export const dynamic = "force-dynamic";

export async function GET() {
  const site = await readAsVisitor(getSite, {});
  const lines = [
    "User-agent: *",
    "Disallow: /admin/",
    "Disallow: /api/",
    "Disallow: /setup",
    "",
    `Sitemap: ${site.url}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
