import {
  type Actor,
  type Hub,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  requireWebhook,
  switchWebhook,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookInput,
} from '@portolan/hub'

/** What the webhook pages show and do. @param origin URL of this hub, for links in messages */
export function webhookActions(hub: Hub, actor: Actor, origin: string) {
  return {
    webhooks: async () => (await listWebhooks(hub, actor)).map(toView),
    async webhook(uid: string) {
      const deliveries = await listDeliveries(hub, actor, uid)
      return {
        hook: toView(await requireWebhook(hub, actor, uid)),
        deliveries: deliveries.map(({ createdAt, nextAt, ...rest }) => ({
          ...rest,
          createdAt: createdAt.toISOString(),
          nextAt: nextAt?.toISOString() ?? null,
        })),
      }
    },
    createWebhook: (input: WebhookInput) => createWebhook(hub, actor, input),
    updateWebhook: (uid: string, input: WebhookInput) => updateWebhook(hub, actor, uid, input),
    switchWebhook: (uid: string, isOn: boolean) => switchWebhook(hub, actor, uid, isOn),
    deleteWebhook: (uid: string) => deleteWebhook(hub, actor, uid),
    testWebhook: (uid: string) => testWebhook(hub, actor, uid, origin),
    redeliver: (uid: string, delivery: string) => redeliver(hub, actor, uid, delivery),
  }
}

function toView({ uid, url, hasSecret, watched, domains, isDisabled, disabledReason, failures, rights }: Webhook) {
  return { uid, url, hasSecret, watched, domains, isDisabled, disabledReason, failures, isLimited: rights !== null }
}
