import { decryptAtRest, encryptAtRest } from '../../foundation/encryption/index.ts'
import type { Hub } from '../../hub.ts'

/** What an authenticator app's secret looks like in the database. The only place that says how it is protected there. */
export async function sealSecret(hub: Hub, userId: number, secret: string): Promise<string> {
  return encryptAtRest(hub, 'totp.secret', String(userId), secret)
}

/** The reverse of {@link sealSecret}. @throws {HubError} `encryption.key_missing` */
export async function openSecret(hub: Hub, userId: number, sealed: string): Promise<string> {
  return decryptAtRest(hub, 'totp.secret', String(userId), sealed)
}
