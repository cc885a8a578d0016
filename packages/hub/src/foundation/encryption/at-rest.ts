import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import type { EncryptedColumnName } from './columns.ts'
import { Keyring } from './keyring.ts'

/** The keys of a hub. */
export const keyringOf = hubState('encryption-keys', (hub) => new Keyring(hub.config.encryptionKeys))

/**
 * A secret as it is to be stored: encrypted with the first key of the settings, or as it is when there is none.
 * @param row what names its row for good (see `encryptedColumns`)
 */
export function encryptAtRest(hub: Hub, column: EncryptedColumnName, row: string, value: string): string {
  return keyringOf(hub).encrypt(`${column}/${row}`, value)
}

/**
 * The secret that {@link encryptAtRest} stored, or one that was stored before the hub had a key.
 * @throws {HubError} `encryption.key_missing` when no key of the settings opens it
 */
export function decryptAtRest(hub: Hub, column: EncryptedColumnName, row: string, stored: string): string {
  return keyringOf(hub).decrypt(`${column}/${row}`, stored)
}
