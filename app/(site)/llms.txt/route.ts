import { readAsVisitor } from "../../../lib/doors/page";
import { getTranslations } from "../../../lib/doors/words";
import { getSite } from "../../../lib/features/site/queries";
import { listPublicPosts } from "../../../lib/features/writing/posts/queries";
import { listPublicSheets } from "../../../lib/features/writing/sheets/queries";
import { plainAnswer } from "../plain-answer";

export const dynamic = "force-dynamic";

/** The most texts of each kind; the site map has all. */
const MOST = 100;

const onOneLine = (text: string) => text.replace(/\s+/g, " ").trim();
const named = (title: string) => onOneLine(title).replace(/[\\[\]]/g, "\\$&");

/** What the site holds, as a list of its texts in Markdown (llmstxt.org). */
export async function GET() {
  const site = await readAsVisitor(getSite, {});
  const [posts, sheets, t] = await Promise.all([
    readAsVisitor(listPublicPosts, { page: 1, size: MOST, sort: ["createTime,desc"] }),
    readAsVisitor(listPublicSheets, { page: 1, size: MOST }),
    getTranslations("site"),
  ]);
  const lines = (items: typeof sheets.items) =>
    items
      .filter(({ locked }) => !locked)
      .map(({ title, url, summary }) => {
        const about = onOneLine(summary ?? "");
        return `- [${named(title)}](${site.url}${url}.md)${about === "" ? "" : `: ${about}`}`;
      });
  const section = (title: string, items: typeof sheets.items) => {
    const listed = lines(items);
    return listed.length === 0 ? [] : ["", `## ${title}`, "", ...listed];
  };
  return plainAnswer([
    `# ${named(site.title)}`,
    ...(site.description === "" ? [] : ["", `> ${onOneLine(site.description)}`]),
    ...section(t("pages"), sheets.items),
    ...section(t("latest"), posts.items),
    "",
    "## Optional",
    "",
    `- [${t("siteMap")}](${site.url}/sitemap.xml)`,
    `- [${t("feed")}](${site.url}/feed.xml)`,
  ]);
}
