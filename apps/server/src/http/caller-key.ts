import type { Context } from 'hono'
import type { Env } from '../env.ts'

/** Who a caller is for counting: the token or session's user, else the address the call comes from. */
export function callerKey(c: Context<Env>): string {
  const { actor, address } = c.var
  if (actor?.kind === 'user') return `u${actor.uid}:${actor.token?.id ?? 0}`
  return `a${address ?? 'local'}`
}
