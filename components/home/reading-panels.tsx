import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Referrers, ViewedPost } from "../../lib/features/statistics/views-schema";
import { Link } from "../ui/link";
import { Nothing, Panel } from "./panel";
import { Ranking } from "./ranking";

/** The posts that were read most. */
export function MostReadPanel({ posts }: { posts: readonly ViewedPost[] }) {
  const t = useTranslations("dashboard");
  return (
    <Panel title={t("mostRead.title")}>
      {posts.length === 0 ? (
        <Nothing>{t("mostRead.none")}</Nothing>
      ) : (
        <Ranking
          rows={posts.map(({ id, title, views }) => ({
            key: id,
            name: title,
            around: (name) => <Link href={`/admin/posts/${id}`}>{name}</Link>,
            views,
          }))}
        />
      )}
    </Panel>
  );
}

/** The sites whose pages led here. */
export function ReferrersPanel({ hosts, others }: Referrers) {
  const t = useTranslations("dashboard");
  return (
    <Panel title={t("referrers.title")}>
      {hosts.length === 0 && others === 0 ? (
        <Nothing>{t("referrers.none")}</Nothing>
      ) : (
        <Ranking
          rows={[
            ...hosts.map(({ host, views }) => ({ key: host, name: host, views })),
            ...(others > 0
              ? [{ key: "", name: t("referrers.others"), around: (name: ReactNode) => <i>{name}</i>, views: others }]
              : []),
          ]}
        />
      )}
    </Panel>
  );
}
