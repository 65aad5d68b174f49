import { readAsVisitor } from "../../../lib/doors/page";
import { getProgramTexts, getSite } from "../../../lib/features/site/queries";
import { plainAnswer } from "../plain-answer";

export const dynamic = "force-dynamic";

export async function GET() {
  const [site, { robots }] = await Promise.all([readAsVisitor(getSite, {}), readAsVisitor(getProgramTexts, {})]);
  return plainAnswer([
    "User-agent: *",
    "Disallow: /admin/",
    "Disallow: /api/",
    "Disallow: /setup",
    ...robots.split(/\r\n?|\n/).map((line) => line.trimEnd()),
    ...(robots === "" ? [] : [""]),
    `Sitemap: ${site.url}/sitemap.xml`,
  ]);
}
