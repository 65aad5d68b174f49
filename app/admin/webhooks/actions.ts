"use server";

import { action } from "../../../lib/doors/action";
import {
  createWebhook,
  deleteWebhook,
  pingWebhook,
  resendDelivery,
  updateWebhook,
} from "../../../lib/features/webhooks/mutations";
import { listDeliveries } from "../../../lib/features/webhooks/queries";
import { getJob } from "../../../lib/services/jobs/queries";

export const createWebhookAction = action(createWebhook);
export const updateWebhookAction = action(updateWebhook);
export const deleteWebhookAction = action(deleteWebhook);
export const pingWebhookAction = action(pingWebhook);
export const resendDeliveryAction = action(resendDelivery);
export const listDeliveriesAction = action(listDeliveries);
export const getJobAction = action(getJob);
