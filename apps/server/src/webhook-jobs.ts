import { deliverWebhooks, dispatchWebhooks, type Hub, type Job, pruneDeliveries, type WebhookReach } from '@portolan/hub'

/**
 * What tells webhooks what happened. Every server process may do it.
 * @param options.address of this hub, for links in messages
 */
export function webhookJobs(hub: Hub, options: { address: string; reach: WebhookReach }): Job[] {
  return [
    {
      name: 'tell webhooks',
      everyMs: 1_000,
      run: async (signal) => {
        await dispatchWebhooks(hub, options.address)
        // A slow receiver holds up the next look, never more than its time limit.
        while ((await deliverWebhooks(hub, options.reach, undefined, signal)) > 0);
      },
    },
    { name: 'prune messages to webhooks', everyMs: 3_600_000, jitter: 0.1, run: () => pruneDeliveries(hub) },
  ]
}
