import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { shownOfUsers, userPlace } from "../../../components/users/list";
import { UsersView } from "../../../components/users/users-view";
import { read, readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { countUsers, getProfile, listInvitations, listUsers } from "../../../lib/features/accounts/users/queries";
import { userRole } from "../../../lib/features/accounts/schema";
import { type ListPageProps, readList } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("users"))("title") };
}

export default async function UsersPage({ searchParams }: ListPageProps) {
  const [{ rows, ...list }, counts, invitations, own, site, { invite }] = await Promise.all([
    readList(userPlace, listUsers, searchParams, shownOfUsers),
    read(countUsers, {}),
    read(listInvitations, {}),
    read(getProfile, {}),
    readAsVisitor(getSite, {}),
    searchParams,
  ]);
  return (
    <UsersView
      {...list}
      rows={rows.map((user) => ({ ...user, isOwn: user.id === own.id }))}
      counts={counts}
      roles={userRole.options}
      invitations={invitations}
      siteUrl={site.url}
      invites={invite === "1"}
    />
  );
}
