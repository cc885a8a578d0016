import { parseArgs } from 'node:util'
import { type TokenRole, tokenRoles } from '@portolan/contract'
import { insertAccessToken, requireAccount } from '@portolan/hub'
import type { Command } from './main.ts'
import { UsageError } from './usage-error.ts'

export const tokenCreate: Command = {
  usage: 'token create USER [--role read|write] [--name NAME]',
  about: 'create an access token and print it; it is not shown again',
  async run(hub, words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { role: { type: 'string', default: 'write' }, name: { type: 'string', default: 'command line' } },
    })
    const user = positionals[0]
    if (user === undefined) throw new UsageError('Missing user name')
    if (!tokenRoles.some((role) => role === values.role) || values.role === 'fineGrained')
      throw new UsageError('--role must be read or write')
    const account = await requireAccount(hub, user, 'user')
    const { token } = await insertAccessToken(hub, account.id, account.name, { name: values.name, role: values.role as TokenRole })
    console.log(token)
  },
}
