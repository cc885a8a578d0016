import { deliverWebhooks, dispatchWebhooks, type Hub, type Job, pruneDeliveries, type WebhookReach } from '@portolan/hub'

/**
 * The jobs that deliver webhooks. Every server process may run them.
 * @param options.address this hub's address, for links in payloads
 */
export function webhookJobs(hub: Hub, options: { address: string; reach: WebhookReach }): Job[] {
  return [
    {
      name: 'tell webhooks',
      everyMs: 1_000,
      run: async (signal) => {
        await dispatchWebhooks(hub, options.address)
        // A slow receiver delays the next run, but never by more than its timeout.
        while ((await deliverWebhooks(hub, options.reach, undefined, signal)) > 0);
      },
    },
    { name: 'prune messages to webhooks', everyMs: 3_600_000, jitter: 0.1, run: () => pruneDeliveries(hub) },
  ]
}
