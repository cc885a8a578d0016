import { createInvite, findAdministrator } from '@portolan/hub'
import type { Command } from './main.ts'
import { UsageError } from './usage-error.ts'

export const inviteCreate: Command = {
  usage: 'invite create',
  about: 'print an invitation code that lets one person create an account within a week',
  async run(hub) {
    const actor = await findAdministrator(hub)
    if (!actor) throw new UsageError('There is no administrator yet; the first account becomes the administrator')
    console.log(await createInvite(hub, actor))
  },
}
