import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PersonView } from "../../../../components/users/person-view";
import { read } from "../../../../lib/doors/page";
import { userRole } from "../../../../lib/features/accounts/schema";
import { listUserSessions } from "../../../../lib/features/accounts/sessions/listing";
import { listUserTokens } from "../../../../lib/features/accounts/tokens/listing";
import { getProfile, getUser } from "../../../../lib/features/accounts/users/queries";
import { getUserRemoval } from "../../../../lib/features/accounts/users/staff";

type Props = { params: Promise<{ userId: string }> };

const userIn = async ({ params }: Props) => ({ userId: Number((await params).userId) });

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [{ nickname }, t] = await Promise.all([read(getUser, await userIn(props)), getTranslations("users")]);
  return { title: `${nickname} · ${t("title")}` };
}

export default async function PersonPage(props: Props) {
  const user = await userIn(props);
  const [person, owns, sessions, tokens, own] = await Promise.all([
    read(getUser, user),
    read(getUserRemoval, user),
    read(listUserSessions, user),
    read(listUserTokens, user),
    read(getProfile, {}),
  ]);
  return (
    <PersonView
      person={person}
      owns={owns}
      sessions={sessions}
      tokens={tokens}
      roles={userRole.options}
      ownId={own.id}
    />
  );
}
