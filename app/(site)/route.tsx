import { getTranslations } from "../../lib/doors/words";
import { Newest } from "../../components/site/home-page";
import { JsonScript } from "../../components/site/json-script";
import { FrontMasthead } from "../../components/site/masthead";
import { Notice } from "../../components/site/notice";
import { Pager, pagesOf } from "../../components/site/pager";
import { siteData } from "../../components/site/structured-data";
import { readAsVisitor } from "../../lib/doors/page";
import { listPublicJournals } from "../../lib/features/journals/queries";
import { listPublicPosts } from "../../lib/features/writing/posts/queries";
import { withBylines } from "./bylines";
import { withCover, withCovers } from "./covers";
import { cutAtWord } from "../../lib/text/html/plain-text";
import { pageFacts } from "./page-facts";
import { sitePage } from "./site-page";

/** The notes above the stories where the journal comes first. */
const NOTES = 6;
/** The longest description of the page, in characters. */
const LONGEST = 150;
const noNotes = { items: [] };

/** The front page. */
export const { GET } = sitePage(async (_asked, site) => {
  const [{ items, total }, notes, cover] = await Promise.all([
    readAsVisitor(listPublicPosts, { page: 1, size: site.postsPerPage }),
    site.homeLayout === "journal" ? readAsVisitor(listPublicJournals, { page: 1, size: NOTES }) : noNotes,
    withCover({ thumbnail: site.homeCover }),
  ]);
  const pages = pagesOf(total, site.postsPerPage);
  const [stories, t, words] = await Promise.all([
    withCovers(items).then(withBylines),
    getTranslations("home"),
    getTranslations("site"),
  ]);
  const newest = items.map((story) => story.createTime).reduce((a, b) => (a > b ? a : b), new Date(0));
  const body = (
    <>
      <FrontMasthead site={site} edition={items.length > 0 ? newest : undefined} cover={cover} />
      <main id="main">
        <Newest stories={stories} notes={notes.items} site={site} />
        <Pager base="/" page={1} pages={pages} />
        {!site.installed && (
          <Notice title={t("setUpTitle")} text={t("setUpText")} action={{ href: "/setup", label: t("setUpAction") }} />
        )}
        {site.installed && items.length === 0 && (
          <Notice title={t("emptyTitle")} action={{ href: "/feed.xml", label: words("subscribe") }} />
        )}
      </main>
      <JsonScript type="application/ld+json" data={siteData(site)} />
    </>
  );
  return {
    facts: pageFacts({
      site,
      path: "/",
      // A site that does not say what it is about is told by its newest stories.
      description: site.description || cutAtWord(items.map(({ title }) => title).join(" · "), LONGEST),
      paging: { page: 1, pages },
      search: true,
      feeds: [{ title: site.title, base: "" }],
      hidden: !site.installed,
    }),
    body,
  };
});
