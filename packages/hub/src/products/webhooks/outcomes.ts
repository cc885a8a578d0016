import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'

/** What became of an attempt: `retried` waits for the next one, `failed` is given up, `refused` was not sent, as its owner lost the right. */
export type WebhookOutcome = 'delivered' | 'retried' | 'failed' | 'refused'

const outcomesOf = hubState('webhook-outcomes', (): Record<WebhookOutcome, number> => ({ delivered: 0, retried: 0, failed: 0, refused: 0 }))

/** Attempts of this process since it started. */
export function webhookOutcomes(hub: Hub): Readonly<Record<WebhookOutcome, number>> {
  return outcomesOf(hub)
}

/** Counts an attempt once its transaction is committed. */
export function countOutcome(tx: Tx, hub: Hub, outcome: WebhookOutcome): void {
  hub.db.afterCommit(tx, () => outcomesOf(hub)[outcome]++)
}
