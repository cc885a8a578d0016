import { createPasswordReset, findAdministrator } from '@portolan/hub'
import type { Command } from './main.ts'
import { UsageError } from './usage-error.ts'

export const userResetPassword: Command = {
  usage: 'user reset-password NAME',
  about: 'print a one-time link that lets a user set a new password within a day',
  async run(hub, words, { address }) {
    const [name] = words
    if (name === undefined) throw new UsageError('Missing user name')
    const actor = await findAdministrator(hub)
    if (!actor) throw new UsageError('There is no administrator yet; the first account becomes the administrator')
    const { code } = await createPasswordReset(hub, actor, name)
    console.log(`${address}/reset-password?code=${code}`)
  },
}
