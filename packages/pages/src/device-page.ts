import { type Actor, decideDeviceLogin, findDeviceRequest, type Hub } from '@portolan/hub'
import { entranceLimits } from './entrance-limits.ts'

/** What the device sign-in page shows and does. */
export function deviceActions(hub: Hub, actor: Actor) {
  const count = async () => actor.kind === 'user' && entranceLimits(hub).countDeviceCode(actor.uid)
  return {
    async deviceRequest(code: string) {
      await count()
      const found = await findDeviceRequest(hub, actor, code)
      return found && { ...found, createdAt: found.createdAt.toISOString() }
    },
    async decideDeviceLogin(code: string, role: 'read' | 'write' | null) {
      await count()
      await decideDeviceLogin(hub, actor, code, role)
    },
  }
}
