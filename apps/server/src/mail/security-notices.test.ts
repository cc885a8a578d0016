import {
  addSshKey,
  beginTotp,
  confirmTotp,
  createUser,
  type Hub,
  linkIdentity,
  listIdentities,
  loadActor,
  removeTotp,
  renewRecoveryCodes,
  resetSecondFactors,
  unlinkIdentity,
  type UserActor,
} from '@portolan/hub'
import { appCode, databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openSmtpServer } from '../testing/open-smtp-server.ts'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'

/* Mails about the security of accounts: what each change sends to the confirmed address of its owner. They cannot be switched off. */

const identity = {
  issuer: 'https://id.example.org',
  subject: 'grace',
  email: null,
  emailVerified: false,
  username: null,
  fullname: null,
  groups: [],
}
const key = `ssh-ed25519 ${Buffer.concat([Buffer.from('0000000b7373682d6564323535313900000020', 'hex'), Buffer.alloc(32, 7)]).toString('base64')}`

const setUpApp = async (hub: Hub, grace: UserActor) => {
  const { secret } = await beginTotp(hub, grace, 'Portolan')
  await confirmTotp(hub, grace, appCode(secret, hub.now()), '192.0.2.1')
}
const link = (hub: Hub, grace: UserActor) =>
  linkIdentity(hub, grace, identity, { domains: [], groups: [], createsAccounts: false, orgRoles: [] as never })

interface Change {
  readonly subject: string
  /** What is there before, without mail. */
  readonly before?: (t: TestApp, grace: UserActor) => Promise<unknown>
  readonly make: (t: TestApp, grace: UserActor) => Promise<unknown>
}

const changes: Readonly<Record<string, Change>> = {
  'an identity is linked': { subject: 'A sign-in was connected to your account', make: ({ hub }, grace) => link(hub, grace) },
  'an identity is unlinked': {
    subject: 'A sign-in was disconnected from your account',
    before: ({ hub }, grace) => link(hub, grace),
    async make({ hub }, grace) {
      const [first] = await listIdentities(hub, grace)
      await unlinkIdentity(hub, grace, first?.id ?? 0)
    },
  },
  'a second factor is added': { subject: 'A second factor was added to your account', make: ({ hub }, grace) => setUpApp(hub, grace) },
  'a second factor is removed': {
    subject: 'A second factor was removed from your account',
    before: ({ hub }, grace) => setUpApp(hub, grace),
    make: ({ hub }, grace) => removeTotp(hub, grace),
  },
  'second factors are reset': {
    subject: 'The second factors of your account were removed',
    before: ({ hub }, grace) => setUpApp(hub, grace),
    make: ({ hub, actors }) => resetSecondFactors(hub, actors.root, 'grace'),
  },
  'recovery codes are remade': {
    subject: 'New recovery codes for your account',
    before: ({ hub }, grace) => setUpApp(hub, grace),
    make: ({ hub }, grace) => renewRecoveryCodes(hub, grace),
  },
  'an SSH key is added': {
    subject: 'New SSH key on your account',
    make: ({ hub }, grace) => addSshKey(hub, grace, { title: 'a laptop', key }),
  },
  'an administrator deletes the account': {
    subject: 'Your account was deleted',
    async make(t) {
      const answer = await t.call('/api/admin/users/grace', { method: 'DELETE', as: 'root', json: { repositories: 'delete' } })
      expect(answer.status).toBeLessThan(300)
    },
  },
}

describe.for(databases)('mail about the security of an account on %s', (database) => {
  test('each change is told once, to the confirmed address only, whatever its owner switched off', async () => {
    await using smtp = await openSmtpServer()
    await using t = await openTestApp({ database, settings: smtp.settings })
    const { hub } = t
    for (const [what, { subject, before, make }] of Object.entries(changes))
      for (const isConfirmed of [true, false]) {
        const account = await createUser(hub, { name: 'grace', password: null, email: 'grace@example.org' })
        const grace = (await loadActor(hub.db.read, account.id, null)) as UserActor
        await hub.db.write((tx) =>
          tx.insertInto('mail_preference').values({ user_id: account.id, switched_off: '["mentions","repos","organizations"]' }).execute(),
        )
        // With a password, the identity is not the only way to sign in.
        const states = { password_hash: 'x', email_state: isConfirmed ? 2 : 1 }
        await hub.db.write((tx) => tx.updateTable('account').set(states).where('id', '=', account.id).execute())
        await before?.(t, grace)
        await hub.db.write((tx) => tx.deleteFrom('mail').execute())
        await make(t, grace)
        await t.scheduler.run('send mail')
        const subjects = smtp.to('grace@example.org').map(({ headers }) => headers['subject'])
        expect([what, isConfirmed, subjects]).toEqual([what, isConfirmed, isConfirmed ? [subject] : []])
        expect(smtp.mails.map(({ headers }) => headers['list-unsubscribe'])).not.toContainEqual(expect.any(String))
        smtp.mails.length = 0
        // The next one begins with an account of its own.
        await hub.db.write(async (tx) => {
          await tx.deleteFrom('identity').where('user_id', '=', account.id).execute()
          await tx.deleteFrom('ssh_key').where('user_id', '=', account.id).execute()
          await tx
            .updateTable('account')
            .set({ name: `~${account.uid}`, email: null, email_state: 0 })
            .where('id', '=', account.id)
            .execute()
          await tx.deleteFrom('former_name').where('name', '=', 'grace').execute()
        })
      }
  })
})
