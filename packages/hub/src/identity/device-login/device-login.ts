import { HubError } from '@portolan/contract'
import type { Selectable } from 'kysely'
import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import { addressBlock, insertAccessToken, requireRecentProof, secretHash } from '../accounts/index.ts'
import { openRateLimiter } from '../../foundation/db/rate-limiter.ts'
import type { DeviceLoginTable } from '../../foundation/db/schema.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'

/** Lifetime of a code. Seconds. */
const lifeSeconds = 900
/** Seconds between two polls by a device. */
const intervalSeconds = 5
/** Maximum pending codes per network address, and codes that one network may ask for while the first of them is valid. */
const maxWaiting = 20
const maxStarted = 100
/** No vowels, so that no words appear, and no look-alikes (RFC 8628, section 6.1). 20 letters: 8 of them have 34 bits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** An IPv6 network has as many addresses as it likes. */
const started = hubState('device-logins', (hub) =>
  openRateLimiter(hub.db, { name: 'device-login', max: maxStarted, windowSeconds: lifeSeconds }),
)

/** What a device receives at the start. */
export interface DeviceLogin {
  readonly deviceCode: string
  /** `BCDF-GHJK`: what the person types. */
  readonly userCode: string
  /** Seconds. */
  readonly expiresIn: number
  readonly interval: number
}

/** What the person sees before approving. */
export interface DeviceRequest {
  readonly userCode: string
  readonly address: string | null
  readonly userAgent: string | null
  readonly createdAt: Date
}

export type DevicePoll =
  | { readonly token: string }
  | { readonly error: 'authorization_pending' | 'slow_down' | 'expired_token' | 'access_denied' | 'invalid_grant' }

/** Starts a sign-in. @throws {HubError} `auth.rate_limited` when this address has too many pending, or its network has asked for too many */
export async function startDeviceLogin(
  hub: Hub,
  from: { clientId: string; address: string | null; userAgent: string | null },
): Promise<DeviceLogin> {
  const now = hub.now().getTime()
  const tooMany = () =>
    new HubError('auth.rate_limited', {
      message: 'Too many sign-ins from your network are pending. Try again in 15 minutes.',
      retryAfter: lifeSeconds,
    })
  if (from.address !== null && (await started(hub).count(addressBlock(from.address))).isOver) throw tooMany()
  const deviceCode = hub.randomBytes(32).toString('base64url')
  const userCode = randomUserCode(hub)
  await hub.db.write(async (tx) => {
    await tx.deleteFrom('device_login').where('expires', '<', now).execute()
    const { n } = await tx
      .selectFrom('device_login')
      .select((eb) => eb.fn.countAll<number | string>().as('n'))
      .where('address', '=', from.address)
      .executeTakeFirstOrThrow()
    if (Number(n) >= maxWaiting) throw tooMany()
    await tx
      .insertInto('device_login')
      .values({
        device_hash: secretHash(deviceCode),
        user_code: userCode,
        client_id: from.clientId.slice(0, 200),
        state: 'waiting',
        address: from.address,
        user_agent: from.userAgent?.slice(0, 200) ?? null,
        created: now,
        expires: now + lifeSeconds * 1000,
      })
      .execute()
  })
  return { deviceCode, userCode: `${userCode.slice(0, 4)}-${userCode.slice(4)}`, expiresIn: lifeSeconds, interval: intervalSeconds }
}

/** The request for a code that a person typed; `null` if no pending request has it. Letter case, spaces and dashes do not matter. */
export async function findDeviceRequest(hub: Hub, actor: Actor, typed: string): Promise<DeviceRequest | null> {
  requireUser(actor)
  const row = await hub.db.read
    .selectFrom('device_login')
    .selectAll()
    .where('user_code', '=', plain(typed))
    .where('state', '=', 'waiting')
    .where('expires', '>', hub.now().getTime())
    .executeTakeFirst()
  return row ? toRequest(row) : null
}

/**
 * Approves a request with the device's permissions, or denies it (`null`).
 * @throws {HubError} `auth.forbidden` for a caller that itself uses a token; `device_login.not_found`
 */
export async function decideDeviceLogin(hub: Hub, actor: Actor, typed: string, role: 'read' | 'write' | null): Promise<void> {
  const user = requireUser(actor)
  if (user.token !== null)
    throw new HubError('auth.forbidden', { message: 'You can approve a device only in a signed-in browser, not with a token' })
  if (role !== null) await requireRecentProof(hub, user, 'device.approve')
  await hub.db.write(async (tx) => {
    const decided = await tx
      .updateTable('device_login')
      .set({ state: role === null ? 'denied' : 'approved', user_id: user.userId, role })
      .where('user_code', '=', plain(typed))
      .where('state', '=', 'waiting')
      .where('expires', '>', hub.now().getTime())
      .executeTakeFirst()
    if (decided.numUpdatedRows !== 1n) throw new HubError('device_login.not_found')
    await recordEvent(tx, hub, { topic: 'device_login.decided', actor: user.name, payload: { role } })
  })
}

/** Polled by the device until it is let in. The token is in a single response and nowhere else. */
export async function pollDeviceLogin(hub: Hub, deviceCode: string, clientId: string): Promise<DevicePoll> {
  const now = hub.now().getTime()
  const hash = secretHash(deviceCode)
  const taken = await hub.db.write(async (tx) => {
    const row = await tx.selectFrom('device_login').selectAll().where('device_hash', '=', hash).executeTakeFirst()
    if (!row || row.client_id !== clientId.slice(0, 200)) return 'invalid_grant' as const
    if (row.expires <= now) return 'expired_token' as const
    if (row.state === 'waiting') {
      await tx.updateTable('device_login').set({ polled: now }).where('device_hash', '=', hash).execute()
      // Slightly early polls are not penalized.
      const isHasty = row.polled !== null && now - row.polled < (intervalSeconds - 1) * 1000
      return isHasty ? ('slow_down' as const) : ('authorization_pending' as const)
    }
    // Deleted with this response: two concurrent polls do not create two tokens.
    const gone = await tx.deleteFrom('device_login').where('device_hash', '=', hash).executeTakeFirst()
    if (gone.numDeletedRows !== 1n) return 'invalid_grant' as const
    return row.state === 'approved' && row.user_id !== null ? { userId: row.user_id, role: row.role } : ('access_denied' as const)
  })
  if (typeof taken === 'string') return { error: taken }
  const user = await hub.db.read.selectFrom('account').select(['name', 'disabled']).where('id', '=', taken.userId).executeTakeFirst()
  if (!user || user.disabled === 1) return { error: 'access_denied' }
  const { token } = await insertAccessToken(hub, taken.userId, user.name, {
    // Clients store tokens by name: two devices must not share one.
    name: `device-${hub.now().toISOString().slice(0, 10)}-${hub.randomBytes(2).toString('hex')}`,
    role: taken.role === 'write' ? 'write' : 'read',
  })
  return { token }
}

function randomUserCode(hub: Hub): string {
  let code = ''
  while (code.length < 8) {
    // 240 is the largest multiple of 20 below 256: larger bytes would favor the first letters.
    for (const byte of hub.randomBytes(16)) if (byte < 240 && code.length < 8) code += letters[byte % letters.length]
  }
  return code
}

function plain(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
}

function toRequest(row: Selectable<DeviceLoginTable>): DeviceRequest {
  return {
    userCode: `${row.user_code.slice(0, 4)}-${row.user_code.slice(4)}`,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: new Date(row.created),
  }
}
