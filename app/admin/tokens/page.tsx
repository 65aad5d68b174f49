import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { tokenPlace } from "../../../components/tokens/list";
import { TokensView } from "../../../components/tokens/tokens-view";
import { tokenScope } from "../../../lib/features/accounts/credentials-schema";
import { listPersonalTokens } from "../../../lib/features/accounts/tokens/listing";
import { type ListPageProps, readWhole } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("tokens"))("title") };
}

export default async function TokensPage({ searchParams }: ListPageProps) {
  const list = await readWhole(tokenPlace, listPersonalTokens, {}, searchParams, ({ name }) => name);
  return <TokensView {...list} scopes={tokenScope.options} />;
}
