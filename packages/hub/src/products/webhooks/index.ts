export { deliverWebhooks, failuresUntilOff, pruneDeliveries, type WebhookReach } from './deliver.ts'
export { listDeliveries, redeliver, testWebhook, type WebhookDelivery } from './deliveries.ts'
export { dispatchWebhooks } from './dispatch.ts'
export {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  requireWebhook,
  switchWebhook,
  updateWebhook,
  type WebhookInput,
} from './manage-webhooks.ts'
export { webhookOutcomes } from './outcomes.ts'
export { type Watched, watchedTypes, type DisabledReason, type Webhook, type WebhookDomain, webhookDomains } from './webhook.ts'
