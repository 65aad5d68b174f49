import { notFound } from "next/navigation";
import { getTranslations } from "../../../../lib/doors/words";
import { StoryList } from "../../../../components/site/home-page";
import { ListHeading } from "../../../../components/site/list-heading";
import { SmallMasthead } from "../../../../components/site/masthead";
import { Pager, pagesOf } from "../../../../components/site/pager";
import { readAsVisitor } from "../../../../lib/doors/page";
import { listPublicPosts } from "../../../../lib/features/writing/posts/queries";
import { withCovers } from "../../covers";
import { furtherPage } from "../../further-page";
import { pageFacts } from "../../page-facts";
import { sitePage } from "../../site-page";

/** The stories that the front page has no room for. */
export const { GET } = sitePage<{ n: string }>(async ({ params }, site) => {
  const page = furtherPage(params.n, "/");
  const { items, total } = await readAsVisitor(listPublicPosts, { page, size: site.postsPerPage });
  if (items.length === 0) notFound();
  const pages = pagesOf(total, site.postsPerPage);
  const [stories, t, pager] = await Promise.all([withCovers(items), getTranslations("home"), getTranslations("pager")]);
  const facts = pageFacts({
    site,
    path: "/",
    title: pager("titled", { title: t("latest"), page }),
    paging: { page, pages },
  });
  const body = (
    <>
      <SmallMasthead site={site} current="/" />
      <main id="main">
        <ListHeading title={t("latest")} meta={pager("page", { page, pages })} />
        <StoryList stories={stories} site={site} />
        <Pager base="/" page={page} pages={pages} />
      </main>
    </>
  );
  return { facts, body };
});
