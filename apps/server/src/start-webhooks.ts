import { deliverWebhooks, dispatchWebhooks, type Hub, pruneDeliveries, type WebhookReach } from '@portolan/hub'

const everyMs = 1_000
const pruneEveryMs = 3_600_000

/**
 * Tells webhooks what happened, as long as the server runs. Every server process may do it.
 * @param address of this hub, for links in messages
 * @returns a function that stops it, after the messages under way
 */
export function startWebhooks(hub: Hub, options: { address: string; reach: WebhookReach }): () => Promise<void> {
  let running: Promise<void> | null = null
  let prunedAt = Date.now()
  const work = async () => {
    await dispatchWebhooks(hub, options.address)
    // A slow receiver holds up the next look, never more than its time limit.
    while ((await deliverWebhooks(hub, options.reach)) > 0);
    if (Date.now() - prunedAt < pruneEveryMs) return
    prunedAt = Date.now()
    await pruneDeliveries(hub)
  }
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => hub.log.error('webhooks failed; trying again', { error: String(error) }))
      .finally(() => (running = null))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
