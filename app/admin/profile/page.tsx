import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ProfileView } from "../../../components/account/profile-view";
import { read } from "../../../lib/doors/page";
import { getProfile } from "../../../lib/features/accounts/users/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("profile"))("title") };
}

export default async function ProfilePage() {
  return <ProfileView user={await read(getProfile, {})} />;
}
