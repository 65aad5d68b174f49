import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { commentList, shownOfComments } from "../../../components/moderation/list";
import { ModerationView } from "../../../components/moderation/moderation-view";
import { read } from "../../../lib/doors/page";
import { countComments, listComments } from "../../../lib/features/comments/queue/queries";
import { type ListPageProps, readList } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("moderation"))("title") };
}

export default async function CommentsPage({ searchParams }: ListPageProps) {
  const [t, list, counts] = await Promise.all([
    getTranslations("moderation"),
    readList(commentList, listComments, searchParams, shownOfComments),
    read(countComments, {}),
  ]);
  const { target, email, address } = list.view.filters;
  const given = (id: string | undefined, name = id) => (id && name ? [{ id, name }] : undefined);
  const chosen = {
    target: given(target, list.rows[0]?.target?.title),
    email: given(email),
    address: given(address),
  };
  return (
    <ModerationView
      {...list}
      counts={counts}
      choices={{
        targetType: (["POST", "SHEET", "JOURNAL"] as const).map((id) => ({ id, name: t(`kinds.${id}`) })),
        ...Object.fromEntries(Object.entries(chosen).filter(([, choices]) => choices !== undefined)),
      }}
    />
  );
}
