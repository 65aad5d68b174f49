import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FollowersView } from "../../../components/followers/followers-view";
import { followerList, shownOfFollowers } from "../../../components/followers/list";
import { read } from "../../../lib/doors/page";
import { countFollowers, listFollowers } from "../../../lib/features/followers/queries";
import { type ListPageProps, readList } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("followers"))("title") };
}

export default async function FollowersPage({ searchParams }: ListPageProps) {
  const [list, following] = await Promise.all([
    readList(followerList, listFollowers, searchParams, shownOfFollowers),
    read(countFollowers, {}),
  ]);
  return <FollowersView {...list} following={following} />;
}
