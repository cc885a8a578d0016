import { parseArgs } from 'node:util'
import { encryptionState, encryptStored, giveUpUnreadable, type Hub, keyringOf, unreadableValues } from '@portolan/hub'
import type { Command } from './main.ts'

export const encryptCommand: Command = {
  usage: 'encrypt [--give-up]',
  about:
    'encrypt the secrets in the database with the first key of PORTOLAN_ENCRYPTION_KEY, also those with an older key. --give-up: first remove those whose key is lost',
  async run(hub, words) {
    const { values } = parseArgs({ args: [...words], options: { 'give-up': { type: 'boolean' } } })
    const givesUp = values['give-up'] === true
    if (givesUp) {
      const given = await giveUpUnreadable(hub)
      console.log(
        `Gave up ${given} secrets. Links that were signed with them have ended, and webhooks that had them are off until they get a new secret.`,
      )
    }
    await encrypt(hub, givesUp)
  },
}

/** @param isOptional whether a hub without a key is fine: whoever gives secrets up may not want to encrypt any more */
async function encrypt(hub: Hub, isOptional: boolean): Promise<void> {
  const keyId = keyringOf(hub).currentId
  if (keyId === null && isOptional) {
    console.log('PORTOLAN_ENCRYPTION_KEY is not set, so new secrets are stored unencrypted (docs/operate/encryption.md).')
    return
  }
  if (keyId === null) {
    console.error('PORTOLAN_ENCRYPTION_KEY is not set, so that nothing was encrypted (docs/operate/encryption.md).')
    process.exitCode = 1
    return
  }
  const changed = await encryptStored(hub)
  const state = await encryptionState(hub.db.read, keyringOf(hub))
  console.log(`Encrypted ${changed} secrets; ${state.current} are now encrypted with key ${keyId}.`)
  const problem = unreadableValues(state)
  if (problem === null) return
  console.error(`${problem}.`)
  process.exitCode = 1
}
