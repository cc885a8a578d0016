import { type Actor, anonymous, createPasswordReset, createUser, type Hub, loadActor, setSuspended, type UserActor } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { createPageHub, type PageHub } from '@portolan/pages'
import { describe, expect, test } from 'vitest'
import { openSmtpServer, type ReceivedMail, type TestSmtpServer } from '../testing/open-smtp-server.ts'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'

/* Addresses, recovery and notices, as pages ask for them and as people get them. */

const password = 'the lighthouse keeps seven lamps'
const newPassword = 'seven lamps keep the lighthouse'

function page(hub: Hub, actor: Actor = anonymous, callerAddress = '192.0.2.1', userAgent = 'Browser/1.0'): PageHub {
  return createPageHub(hub, actor, {
    // What a request claims to be for: links in mails must not follow it.
    origin: 'http://evil.example',
    sessionToken: null,
    sessionExpiresAt: null,
    requestId: 'r',
    userAgent,
    callerAddress,
  })
}

const actorOf = async (hub: Hub, name: string): Promise<UserActor> => {
  const row = await hub.db.read.selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return (await loadActor(hub.db.read, row.id, null)) as UserActor
}

const work = (t: TestApp) => t.scheduler.run('send mail')

/** The code of the link in a mail, which leads to the public URL. */
function codeIn(mail: ReceivedMail | undefined, path: string): string {
  const [, code] = new RegExp(String.raw`https://hub\.example\.org/${path}\?code=([\w.-]+)`).exec(mail?.text ?? '') ?? []
  if (code === undefined) throw new Error(`no link to ${path} in ${mail?.text}`)
  expect(mail?.text).not.toContain('evil.example')
  return code
}

async function open(database: (typeof databases)[number]): Promise<{ smtp: TestSmtpServer; t: TestApp } & AsyncDisposable> {
  const smtp = await openSmtpServer()
  const t = await openTestApp({ database, settings: smtp.settings })
  await createUser(t.hub, { name: 'grace', password, email: 'grace@example.org' })
  await t.hub.db.write((tx) => tx.deleteFrom('mail').execute())
  return {
    smtp,
    t,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await smtp[Symbol.asyncDispose]()
    },
  }
}

const signUp = (t: TestApp, name: string, email: string) => page(t.hub).signUp({ name, password, email, inviteCode: null })

describe.for(databases)('mail about accounts on %s', (database) => {
  test('signing up does not tell whether an address has an account; its owner gets a mail instead of a link', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    const free = await signUp(t, 'newcomer', 'free@example.org')
    const taken = await signUp(t, 'stranger', 'GRACE@example.org')
    expect(Object.keys(taken)).toEqual(Object.keys(free))
    const states = []
    for (const name of ['newcomer', 'stranger']) {
      const { address: _, ...state } = await page(t.hub, await actorOf(t.hub, name)).email()
      states.push(state)
    }
    expect(states[0]).toEqual(states[1])
    // Nor does signing in with the address.
    await expect(page(t.hub).signIn('free@example.org', password)).rejects.toMatchObject({ code: 'auth.invalid_credentials' })
    await page(t.hub).signIn('grace@example.org', password)
    await work(t)
    expect(smtp.to('free@example.org')[0]?.headers['subject']).toBe('Confirm your email address')
    const [told] = smtp.to('GRACE@example.org')
    expect(told?.headers['subject']).toBe('You already have an account')
    expect(told?.text).toContain('stranger')
    expect(told?.text).not.toContain('confirm-email')
  })

  test('a link confirms an address once somebody says so, and for a day', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    await signUp(t, 'newcomer', 'new@example.org')
    await work(t)
    const code = codeIn(smtp.to('new@example.org')[0], 'confirm-email')
    expect(await page(t.hub).confirmationOf(code)).toEqual({ account: 'newcomer', address: 'new@example.org' })
    const asked = await page(t.hub, await actorOf(t.hub, 'newcomer')).email()
    expect(asked).toMatchObject({ isConfirmed: false })
    for (const other of ['', `${code}x`, code.replace(/^./, 'x')])
      await expect(page(t.hub).confirmEmail(other)).rejects.toMatchObject({ code: 'account.email_code_invalid' })
    expect(await page(t.hub).confirmEmail(code)).toBe('newcomer')
    await page(t.hub).signIn('new@example.org', password)
    await expect(page(t.hub).confirmEmail(code)).rejects.toMatchObject({ code: 'account.email_code_invalid' })

    await signUp(t, 'late', 'late@example.org')
    await work(t)
    const late = codeIn(smtp.to('late@example.org')[0], 'confirm-email')
    t.hub.tick(24 * 3_600_000)
    expect(await page(t.hub).confirmationOf(late)).toBe(null)
  })

  test('of two people who state one address, only the one who has it gets it', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    await signUp(t, 'first', 'one@example.org')
    await signUp(t, 'second', 'one@example.org')
    await work(t)
    const codes = smtp.to('one@example.org').map((mail) => codeIn(mail, 'confirm-email'))
    expect(await page(t.hub).confirmEmail(codes[1] ?? '')).toBe('second')
    await expect(page(t.hub).confirmEmail(codes[0] ?? '')).rejects.toMatchObject({ code: 'account.email_code_invalid' })
  })

  test('an address asked to confirm by many gets few mails', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    for (let n = 0; n < 5; n++) await signUp(t, `flood-${n}`, 'victim@example.org')
    await work(t)
    expect(smtp.to('victim@example.org')).toHaveLength(3)
  })

  test('changing the address needs the new mailbox, and the old one is told', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    const grace = page(t.hub, await actorOf(t.hub, 'grace'))
    await expect(grace.changeEmail('a@b\r\nBcc: eve@example.org')).rejects.toMatchObject({ code: 'body.invalid' })
    await grace.changeEmail('new@example.org')
    expect(await grace.email()).toMatchObject({ address: 'grace@example.org', isConfirmed: true, newAddress: 'new@example.org' })
    await work(t)
    expect(smtp.to('grace@example.org')[0]?.text).toContain('New address: new@example.org')
    await page(t.hub).confirmEmail(codeIn(smtp.to('new@example.org')[0], 'confirm-email'))
    expect(await grace.email()).toMatchObject({ address: 'new@example.org', isConfirmed: true, newAddress: null })
    await work(t)
    expect(smtp.to('grace@example.org').map(({ headers }) => headers['subject'])).toEqual([
      'A new email address for your account',
      'The email address of your account was changed',
    ])
  })

  test('the answer to a forgotten password is the same whoever asks for whom; the link works once, for an hour', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    await signUp(t, 'unconfirmed', 'unconfirmed@example.org')
    await work(t)
    smtp.mails.length = 0
    const answers = []
    for (const asked of [
      'grace',
      'GRACE@example.org',
      'nobody',
      'nobody@example.org',
      'ada',
      'unconfirmed',
      'unconfirmed@example.org',
      '\0',
    ])
      answers.push(await page(t.hub).requestRecovery(asked))
    expect(new Set(answers).size).toBe(1)
    await work(t)
    // `ada` has no password, so none that could be forgotten.
    expect(smtp.mails.map(({ to }) => to[0])).toEqual(['grace@example.org', 'grace@example.org'])
    const [earlier, code] = smtp.mails.map((mail) => codeIn(mail, 'reset-password'))
    await expect(page(t.hub).resetPassword(earlier ?? '', newPassword)).rejects.toMatchObject({ code: 'auth.reset_invalid' })
    expect(await page(t.hub).resetPassword(code ?? '', newPassword)).toBe('grace')
    await expect(page(t.hub).resetPassword(code ?? '', password)).rejects.toMatchObject({ code: 'auth.reset_invalid' })
    await page(t.hub).signIn('grace', newPassword)
    await work(t)
    expect(smtp.mails.at(-1)?.headers['subject']).toBe('Your password was reset')

    await page(t.hub).requestRecovery('grace')
    await work(t)
    const late = codeIn(smtp.mails.at(-1), 'reset-password')
    t.hub.tick(3_600_000)
    expect(await page(t.hub).passwordResetOf(late)).toBe(null)
  })

  test('recovery is limited by account and by network, and leaves an administrator’s link alone', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    const { code } = await createPasswordReset(t.hub, t.actors.root, 'grace')
    for (let n = 0; n < 6; n++) {
      await page(t.hub, anonymous, `192.0.2.${n + 1}`).requestRecovery('grace')
      await work(t)
    }
    expect(smtp.to('grace@example.org')).toHaveLength(3)
    for (let n = 0; n < 20; n++) await page(t.hub, anonymous, '198.51.100.7').requestRecovery(`nobody-${n}`)
    await expect(page(t.hub, anonymous, '198.51.100.7').requestRecovery('grace')).rejects.toMatchObject({ code: 'auth.rate_limited' })
    expect(await page(t.hub).resetPassword(code, newPassword)).toBe('grace')
  })

  test('a link for a new password ends when another one was used, with a suspension, and with the mailbox it went to', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    const mailed = async () => {
      await page(t.hub).requestRecovery('grace')
      await work(t)
      return codeIn(smtp.mails.at(-1), 'reset-password')
    }
    const { code: spare } = await createPasswordReset(t.hub, t.actors.root, 'grace')
    expect(await page(t.hub).resetPassword(await mailed(), newPassword)).toBe('grace')
    expect(await page(t.hub).passwordResetOf(spare)).toBe(null)

    const before = await mailed()
    await setSuspended(t.hub, t.actors.root, 'grace', true)
    await setSuspended(t.hub, t.actors.root, 'grace', false)
    expect(await page(t.hub).passwordResetOf(before)).toBe(null)

    const toOldMailbox = await mailed()
    const { code: byAdministrator } = await createPasswordReset(t.hub, t.actors.root, 'ada')
    await page(t.hub, await actorOf(t.hub, 'grace')).changeEmail('new@example.org')
    await work(t)
    expect(await page(t.hub).passwordResetOf(toOldMailbox)).toMatchObject({ name: 'grace' })
    await page(t.hub).confirmEmail(codeIn(smtp.to('new@example.org')[0], 'confirm-email'))
    expect(await page(t.hub).passwordResetOf(toOldMailbox)).toBe(null)
    expect(await page(t.hub).passwordResetOf(byAdministrator)).toMatchObject({ name: 'ada' })
  })

  test('an account that states many addresses in a row sends few mails', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    await signUp(t, 'relay', 'first@example.org')
    await work(t)
    for (let n = 0; n < 14; n++) {
      await page(t.hub, await actorOf(t.hub, 'relay')).changeEmail(`victim-${n}@example.org`)
      await work(t)
    }
    expect(smtp.mails).toHaveLength(10)
  })

  test('a sign-in from a browser or network that is new is told, the first one and known ones are not', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    const signIn = (userAgent: string) => page(t.hub, anonymous, '192.0.2.1', userAgent).signIn('grace', password)
    await signIn('Browser/1.0')
    await signIn('Browser/2.5')
    await work(t)
    expect(smtp.mails).toEqual([])
    await signIn('Other <script>/1.0')
    await work(t)
    expect(smtp.mails.map(({ headers }) => headers['subject'])).toEqual(['New sign-in to your account'])
    expect(smtp.mails[0]?.html).toContain('Other &lt;script&gt;/1.0')
  })
})

test('without mail, an address is only stated: nothing reveals whose it is, and an administrator’s link resets a password', async () => {
  await using t = await openTestApp()
  await createUser(t.hub, { name: 'grace', password, email: 'grace@example.org' })
  await signUp(t, 'stranger', 'grace@example.org')
  expect(page(t.hub).canRecover).toBe(false)
  await expect(page(t.hub).requestRecovery('grace')).rejects.toMatchObject({ code: 'auth.forbidden' })
  const stranger = page(t.hub, await actorOf(t.hub, 'stranger'))
  expect(await stranger.email()).toMatchObject({ address: 'grace@example.org', isConfirmed: false, isMailOn: false })
  await page(t.hub).signIn('grace@example.org', password)
  const { code } = await createPasswordReset(t.hub, t.actors.root, 'stranger')
  expect(await page(t.hub).resetPassword(code, newPassword)).toBe('stranger')
})
