import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DeliveriesView } from "../../../../components/webhooks/deliveries-view";
import { deliveryPlace, shownOfDeliveries } from "../../../../components/webhooks/list";
import { read } from "../../../../lib/doors/page";
import { deliveryJob } from "../../../../lib/features/webhooks/announcing";
import { getWebhook, listDeliveries } from "../../../../lib/features/webhooks/queries";
import { listJobs } from "../../../../lib/services/jobs/queries";
import { type ListPageProps, readList } from "../../list-page";

type Props = ListPageProps & { params: Promise<{ webhookId: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deliveries"))("title") };
}

export default async function DeliveriesPage({ params, searchParams }: Props) {
  const webhookId = Number((await params).webhookId);
  const kind = deliveryJob.name;
  const [webhook, list, running, waiting] = await Promise.all([
    read(getWebhook, { webhookId }),
    readList(deliveryPlace(webhookId), listDeliveries, searchParams, shownOfDeliveries, { webhookId }),
    read(listJobs, { kind, state: "RUNNING", size: 1 }),
    read(listJobs, { kind, state: "WAITING", sort: ["runAt,asc"], size: 1 }),
  ]);
  const isSending = running.total > 0 || waiting.items.some(({ runAt }) => runAt <= new Date());
  return <DeliveriesView webhook={webhook} isSending={isSending} {...list} />;
}
