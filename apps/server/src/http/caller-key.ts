import { addressBlock } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../env.ts'

/** The key for limits: the account of the caller, however many tokens and sessions it has; otherwise the network. */
export function accountKey(c: Context<Env>): string {
  const { actor } = c.var
  return actor?.kind === 'user' ? `u${actor.uid}` : networkKey(c)
}

/** The key that a caller is counted under: the token or session, otherwise the network. */
export function callerKey(c: Context<Env>): string {
  const { actor } = c.var
  return actor?.kind === 'user' ? `u${actor.uid}:${actor.token?.id ?? 0}` : networkKey(c)
}

/** One network has as many IPv6 addresses as it likes. */
function networkKey(c: Context<Env>): string {
  return `a${addressBlock(c.var.address ?? 'local')}`
}
