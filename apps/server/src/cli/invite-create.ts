import { createInvite, findAdministrator } from '@portolan/hub'
import type { Command } from './main.ts'
import { UsageError } from './usage-error.ts'

export const inviteCreate: Command = {
  usage: 'invite create',
  about: 'print a code with which one person may open an account within a week',
  async run(hub) {
    const actor = await findAdministrator(hub)
    if (!actor) throw new UsageError('There is no administrator yet: the first account becomes one')
    console.log(await createInvite(hub, actor))
  },
}
