import { deliverWebhooks, dispatchWebhooks, type Hub, type Job, pruneDeliveries, type WebhookReach } from '@portolan/hub'

/** How long deliveries under way may go on when a server stops: a receiver that is cut off gets its message again. Milliseconds. */
const longestGraceMs = 2_000

/**
 * The jobs that deliver webhooks. Every server process may run them.
 * @param options.address this hub's address, for links in payloads
 */
export function webhookJobs(hub: Hub, options: { address: string; reach: WebhookReach; graceMs: number }): Job[] {
  const graceMs = Math.min(longestGraceMs, options.graceMs / 2)
  return [
    { name: 'dispatch webhook events', everyMs: 1_000, run: (stop) => dispatchWebhooks(hub, options.address, { stop }) },
    { name: 'deliver webhooks', everyMs: 1_000, run: (stop) => deliverWebhooks(hub, options.reach, { stop, graceMs }) },
    { name: 'prune webhook deliveries', everyMs: 3_600_000, jitter: 0.1, run: () => pruneDeliveries(hub) },
  ]
}
