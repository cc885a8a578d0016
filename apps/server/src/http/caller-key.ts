import type { Context } from 'hono'
import type { Env } from '../env.ts'

/** The key that a caller is counted under: the user of the token or session, otherwise the network address. */
export function callerKey(c: Context<Env>): string {
  const { actor, address } = c.var
  if (actor?.kind === 'user') return `u${actor.uid}:${actor.token?.id ?? 0}`
  return `a${address ?? 'local'}`
}
