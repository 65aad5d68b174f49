import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { webhookPlace } from "../../../components/webhooks/list";
import { WebhooksView } from "../../../components/webhooks/webhooks-view";
import { listWebhooks } from "../../../lib/features/webhooks/queries";
import { type ListPageProps, readWhole } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

export default async function WebhooksPage({ searchParams }: ListPageProps) {
  const list = await readWhole(webhookPlace, listWebhooks, {}, searchParams, ({ name, url }) => `${name} ${url}`);
  return <WebhooksView {...list} />;
}
