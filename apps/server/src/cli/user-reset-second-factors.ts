import { findAdministrator, resetSecondFactors } from '@portolan/hub'
import type { Command } from './main.ts'
import { UsageError } from './usage-error.ts'

export const userResetSecondFactors: Command = {
  usage: 'user reset-second-factors NAME',
  about: 'remove the authenticator app, the passkeys and the recovery codes of a user, and sign them out',
  async run(hub, words) {
    const [name] = words
    if (name === undefined) throw new UsageError('Missing user name')
    const actor = await findAdministrator(hub)
    if (!actor) throw new UsageError('There is no administrator yet; the first account becomes the administrator')
    await resetSecondFactors(hub, actor, name)
    console.log(`${name} can sign in with the password alone.`)
  },
}
