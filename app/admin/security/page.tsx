import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SecurityView } from "../../../components/account/security-view";
import { getSecurity } from "../../../lib/features/accounts/factors/security";
import { listSessions } from "../../../lib/features/accounts/sessions/listing";
import { read } from "../../../lib/doors/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("security"))("title") };
}

export default async function SecurityPage() {
  const [security, sessions] = await Promise.all([read(getSecurity, {}), read(listSessions, {})]);
  return <SecurityView security={security} sessions={sessions} />;
}
