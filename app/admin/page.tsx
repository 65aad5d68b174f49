import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { destinations } from "../../components/admin/destinations";
import { Page } from "../../components/admin/page";
import { CommentsPanel } from "../../components/home/comments-panel";
import { FirstSteps } from "../../components/home/first-steps";
import { Notices } from "../../components/home/notices";
import { MostReadPanel, ReferrersPanel } from "../../components/home/reading-panels";
import { StoragePanel } from "../../components/home/storage-panel";
import { TextsPanel } from "../../components/home/texts-panel";
import { ViewsPanel } from "../../components/home/views-panel";
import { read } from "../../lib/doors/page";
import { listComments } from "../../lib/features/comments/queue/queries";
import { getShell } from "../../lib/features/statistics/dashboard-queries";
import { getHome } from "../../lib/features/statistics/home";
import { getReferrers, getViews, listMostRead } from "../../lib/features/statistics/views";
import { periods } from "../../lib/features/statistics/views-schema";
import { listPosts } from "../../lib/features/writing/posts/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("dashboard"))("title") };
}

/** Lines of each part. */
const [TEXTS, COMMENTS, MOST_READ] = [5, 5, 8];

type Props = { searchParams: Promise<{ days?: string | string[] }> };

export default async function HomePage({ searchParams }: Props) {
  const [t, shell, query] = await Promise.all([getTranslations("dashboard"), read(getShell, {}), searchParams]);
  const days = query.days === "365" ? 365 : 30;
  if (!shell.abilities.includes("see the dashboard")) redirect("/admin/profile");
  const may = (ability: (typeof shell.abilities)[number]) => shell.abilities.includes(ability);
  const commentsOf = (state: "waiting" | "all") =>
    may("manage comments") ? read(listComments, { state, size: COMMENTS }) : null;
  const [home, views, mostRead, referrers, drafts, scheduled, waiting, newest] = await Promise.all([
    read(getHome, {}),
    read(getViews, { days }),
    read(listMostRead, { days }),
    may("see all statistics") ? read(getReferrers, { days, most: MOST_READ }) : null,
    read(listPosts, { state: "drafts", sort: ["updateTime,desc"], size: TEXTS }),
    read(listPosts, { state: "scheduled", sort: ["createTime,asc"], size: TEXTS }),
    commentsOf("waiting"),
    commentsOf("all"),
  ]);
  const commentsPage = destinations(shell).find(({ name }) => name === "comments")?.href ?? null;
  const everybodys = may("edit every post");
  const listed = ({ items }: typeof drafts, time: "updateTime" | "createTime") =>
    items.map((post) => ({ id: post.id, title: post.title, time: post[time], author: post.author?.nickname ?? null }));
  return (
    <Page title={t("title")}>
      <Notices {...home} />
      {home.steps && <FirstSteps steps={home.steps} />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3 lg:grid-rows-[auto_1fr]">
        {/* What waits for somebody comes first, where there is one column. */}
        <div className="grid grid-cols-1 gap-4 lg:col-start-3 lg:row-span-2 lg:row-start-1">
          {waiting && (
            <CommentsPanel kind="waiting" comments={waiting.items} total={waiting.total} href={commentsPage} />
          )}
          <TextsPanel
            kind="drafts"
            texts={listed(drafts, "updateTime")}
            total={drafts.total}
            namesAuthors={everybodys}
          />
          <TextsPanel
            kind="scheduled"
            texts={listed(scheduled, "createTime")}
            total={scheduled.total}
            namesAuthors={everybodys}
          />
        </div>
        <ViewsPanel views={views} days={days} periods={periods} mayMoveZone={may("manage options")} />
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-flow-col sm:auto-cols-fr sm:grid-cols-none lg:col-span-2">
          <div className="grid grid-cols-1 gap-4">
            <MostReadPanel posts={mostRead.slice(0, MOST_READ)} />
            {newest && <CommentsPanel kind="newest" comments={newest.items} total={newest.total} href={commentsPage} />}
          </div>
          {(referrers ?? home.storage) && (
            <div className="grid grid-cols-1 gap-4">
              {referrers && <ReferrersPanel {...referrers} />}
              {home.storage && <StoragePanel {...home.storage} />}
            </div>
          )}
        </div>
      </div>
    </Page>
  );
}
