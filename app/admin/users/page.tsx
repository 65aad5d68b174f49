import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { UsersView } from "../../../components/account/users-view";
import { read, readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { getProfile, listInvitations, listUsers } from "../../../lib/features/accounts/users/queries";
import { userRole } from "../../../lib/features/accounts/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("users"))("title") };
}

export default async function UsersPage() {
  const [users, invitations, own, site] = await Promise.all([
    read(listUsers, {}),
    read(listInvitations, {}),
    read(getProfile, {}),
    readAsVisitor(getSite, {}),
  ]);
  return (
    <UsersView users={users} roles={userRole.options} invitations={invitations} ownId={own.id} siteUrl={site.url} />
  );
}
