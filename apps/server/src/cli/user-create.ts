import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { createUser } from '@portolan/hub'
import type { Command } from './main.ts'
import { UsageError } from './usage-error.ts'

export const userCreate: Command = {
  usage: 'user create NAME [--admin] [--email ADDRESS] [--password-stdin]',
  about: 'create an account; without a password it can only use access tokens',
  async run(hub, words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { admin: { type: 'boolean' }, email: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
    })
    const name = positionals[0]
    if (name === undefined) throw new UsageError('Missing user name')
    const password = values['password-stdin'] === true ? (await text(process.stdin)).replace(/\r?\n$/, '') : null
    const account = await createUser(hub, { name, password, email: values.email ?? null, isAdmin: values.admin === true })
    console.log(`Created ${account.isAdmin ? 'administrator' : 'user'} ${account.name}.`)
  },
}
