import { HubError } from '@portolan/contract'

/** How to choose among several upstreams when none is named. */
export const policies = ['fastest', 'cheapest', 'preferred'] as const
export type Policy = (typeof policies)[number]

/** A parsed `model` field of a request. */
export interface ModelAddress {
  /** `owner/name`. */
  readonly id: string
  readonly policy: Policy
  /** An upstream by name or by kind; `null` for any. */
  readonly provider: string | null
}

/**
 * Parses `owner/name`, `owner/name:provider` and `owner/name:fastest`. Without a suffix, and with `auto`, the order in the owner's file decides.
 * @throws {HubError} `body.invalid`
 */
export function parseModelAddress(model: unknown): ModelAddress {
  if (typeof model !== 'string' || model === '' || model.length > 300)
    throw new HubError('body.invalid', { message: 'model must be the ID of a model, such as owner/name', field: 'model' })
  const colon = model.indexOf(':')
  if (colon < 0) return { id: model, policy: 'preferred', provider: null }
  const id = model.slice(0, colon)
  const choice = model.slice(colon + 1)
  const policy = policies.find((each) => each === choice)
  if (policy !== undefined || choice === 'auto') return { id, policy: policy ?? 'preferred', provider: null }
  return { id, policy: 'preferred', provider: choice }
}
