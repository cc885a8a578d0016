import type { Actor } from '../accounts/index.ts'
import { decideDeviceLogin, findDeviceRequest } from '../device-login/index.ts'
import type { Hub } from '../hub.ts'
import { attemptLimiter } from './attempt-limiter.ts'

/** Guessing a code that somebody else waits with is slowed down, by person. */
const guesses = attemptLimiter({
  max: 20,
  windowMs: 15 * 60 * 1000,
  message: 'Too many codes tried. Try again in a quarter of an hour.',
})

/** What the page for signing in a device shows and does. */
export function deviceActions(hub: Hub, actor: Actor) {
  const count = () => actor.kind === 'user' && guesses.count(actor.uid, hub.now().getTime())
  return {
    async deviceRequest(code: string) {
      count()
      const found = await findDeviceRequest(hub, actor, code)
      return found && { ...found, createdAt: found.createdAt.toISOString() }
    },
    async decideDeviceLogin(code: string, role: 'read' | 'write' | null) {
      count()
      await decideDeviceLogin(hub, actor, code, role)
    },
  }
}
