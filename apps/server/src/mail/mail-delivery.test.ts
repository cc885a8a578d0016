import { createUser, type Hub, sendWaitingMail, tellAccount } from '@portolan/hub'
import { databases, openSecondHub } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openRawServer, openSmtpServer, smtpSettings } from '../testing/open-smtp-server.ts'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'
import { smtpConfig } from './open-transport.ts'
import { smtpTransport } from './smtp-transport.ts'
import { readConfig } from '../config/settings.ts'

/* Mail as a server sends it: by its jobs, while mail servers fail, hang, and the server stops. */

const send = 'send mail'
const base = 'https://hub.example.org'
/** For servers that never answer. */
const impatient = { connectMs: 400, mailMs: 400 }

const transportTo = (port: number, limits?: typeof impatient) => {
  const config = smtpConfig(readConfig(smtpSettings(port), '/'))
  if (config === null) throw new Error('no mail')
  return smtpTransport(config, limits)
}

async function notice(t: { hub: Hub }, name = 'ada', token = 'ci'): Promise<void> {
  const { hub } = t
  const account = await hub.db.read.selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  await hub.db.write((tx) => tellAccount(tx, hub, account.id, { kind: 'token-created', token }))
}

const states = async ({ hub }: { hub: Hub }) =>
  (await hub.db.read.selectFrom('mail').select(['state', 'attempts', 'error']).orderBy('id').execute()).map(({ state, attempts }) => [
    state,
    attempts,
  ])

/** A server whose people got all mail about their test tokens already. */
async function openQuiet(options: Parameters<typeof openTestApp>[0]): Promise<TestApp> {
  const t = await openTestApp(options)
  await t.hub.db.write((tx) => tx.deleteFrom('mail').execute())
  return t
}

describe.for(databases)('mail of a server on %s', (database) => {
  test('is sent as text and HTML, with a sender that is encoded and links to the public URL only', async () => {
    await using smtp = await openSmtpServer()
    await using t = await openQuiet({ database, settings: smtp.settings })
    const answer = await t.call('/api/settings/nothing', { as: 'ada', headers: { host: 'evil.example' } })
    expect(answer.status).toBe(404)
    await notice(t, 'ada', '<b>tide</b>\r\nBcc: eve@example.org')
    await t.scheduler.run(send)
    const [mail] = smtp.mails
    expect(mail).toMatchObject({ from: 'hub@hub.example.org', to: ['ada@example.org'] })
    expect(mail?.headers).toMatchObject({
      from: '=?UTF-8?Q?The_H=C3=A4rbor?= <hub@hub.example.org>',
      to: 'ada@example.org',
      subject: 'New access token for your account',
      'auto-submitted': 'auto-generated',
    })
    expect(mail?.headers['bcc']).toBe(undefined)
    expect(mail?.text).toContain('Token: <b>tide</b> Bcc: eve@example.org')
    expect(mail?.html).toContain('&lt;b&gt;tide&lt;/b&gt;')
    expect(mail?.html).not.toContain('<b>tide')
    expect(mail?.html).not.toMatch(/<img|url\(|<link|<style|<script/)
    const links = [...(mail?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(links.length).toBeGreaterThan(0)
    expect(links.every((href) => href?.startsWith(base))).toBe(true)
    expect(await states(t)).toEqual([['sent', 1]])
  })

  test('waits while the mail server is away, and goes out when it is back', async () => {
    await using smtp = await openSmtpServer()
    const { port } = smtp
    await smtp[Symbol.asyncDispose]()
    await using t = await openQuiet({ database, settings: smtpSettings(port) })
    await notice(t)
    await notice(t, 'mia')
    await t.scheduler.run(send)
    expect(await states(t)).toEqual([
      ['waiting', 0],
      ['waiting', 0],
    ])
    await using back = await openSmtpServer()
    await sendWaitingMail(t.hub, transportTo(back.port))
    expect(back.mails).toHaveLength(0)
    t.hub.tick(10_000)
    await sendWaitingMail(t.hub, transportTo(back.port))
    expect(back.mails.map(({ to }) => to[0])).toEqual(['ada@example.org', 'mia@example.org'])
  })

  test('does not wait for a time that was written while the clock was ahead', async () => {
    await using smtp = await openSmtpServer()
    const { port } = smtp
    await smtp[Symbol.asyncDispose]()
    await using t = await openQuiet({ database, settings: smtpSettings(port) })
    const ahead = 30 * 86_400_000
    t.hub.tick(ahead)
    await notice(t)
    // The mail server cannot be reached: this process, too, notes when to try again.
    await t.scheduler.run(send)
    expect(await states(t)).toEqual([['waiting', 0]])
    t.hub.tick(-ahead)
    await using back = await openSmtpServer()
    await sendWaitingMail(t.hub, transportTo(back.port))
    expect(back.mails.map(({ to }) => to[0])).toEqual(['ada@example.org'])
  })

  test('waits for as long as the longest delay between two attempts', async () => {
    await using smtp = await openSmtpServer()
    await using t = await openQuiet({ database, settings: smtp.settings })
    await notice(t)
    const day = 86_400_000
    await t.hub.db.write((tx) =>
      tx
        .updateTable('mail')
        .set({ next_at: t.hub.now().getTime() + day })
        .execute(),
    )
    await t.scheduler.run(send)
    expect(smtp.mails).toEqual([])
    t.hub.tick(day)
    await t.scheduler.run(send)
    expect(await states(t)).toEqual([['sent', 1]])
  })

  test('a mail server that hangs, or speaks something else, delays no request and counts for no mail', async () => {
    for (const greeting of [null, 'HTTP/1.1 400 Bad Request\r\n\r\n', '554 go away\r\n']) {
      await using raw = await openRawServer((socket) => (greeting === null ? undefined : socket.write(greeting)))
      await using t = await openQuiet({ database, settings: smtpSettings(raw.port) })
      await notice(t)
      const sending = sendWaitingMail(t.hub, transportTo(raw.port, impatient))
      expect((await t.call('/api/models')).status).toBe(200)
      expect(await sending).toBe(0)
      expect(await states(t)).toEqual([['waiting', 0]])
      expect(raw.connections).toBe(1)
    }
  })

  test('a connection that ends in the middle of a mail loses nothing, and later mails go out', async () => {
    await using smtp = await openSmtpServer()
    await using t = await openQuiet({ database, settings: smtp.settings })
    smtp.answers('end in the middle', 'take')
    await notice(t, 'ada', 'first')
    await notice(t, 'mia', 'second')
    await t.scheduler.run(send)
    expect(await states(t)).toEqual([
      ['waiting', 1],
      ['waiting', 0],
    ])
    t.hub.tick(5 * 60_000)
    await t.scheduler.run(send)
    expect(new Set(smtp.mails.flatMap(({ to }) => to))).toEqual(new Set(['ada@example.org', 'mia@example.org']))
    expect(smtp.mails).toHaveLength(2)
    const [uid] = (await t.hub.db.read.selectFrom('mail').select('uid').orderBy('id').execute()).map((row) => row.uid)
    expect(smtp.to('ada@example.org')[0]?.headers['message-id']).toBe(`<${uid}@hub.example.org>`)
  })

  test('a refused recipient is final, a busy server is asked again, and neither stops the others', async () => {
    await using smtp = await openSmtpServer()
    await using t = await openQuiet({ database, settings: smtp.settings })
    smtp.answers('refuse recipient', 'busy', 'take')
    await notice(t, 'ada')
    await notice(t, 'mia')
    await notice(t, 'eve')
    await t.scheduler.run(send)
    expect(await states(t)).toEqual([
      ['failed', 1],
      ['waiting', 1],
      ['sent', 1],
    ])
    t.hub.tick(61_000)
    await t.scheduler.run(send)
    expect(smtp.mails.map(({ to }) => to[0])).toEqual(['eve@example.org', 'mia@example.org'])
    t.hub.tick(8 * 86_400_000)
    await t.scheduler.run('prune mail')
    expect(await states(t)).toEqual([])
  })

  test('the server signs in at the mail server; what is refused there counts for no mail, and its answer hides the password', async () => {
    await using smtp = await openSmtpServer()
    await using t = await openQuiet({
      database,
      settings: { ...smtp.settings, PORTOLAN_SMTP_USER: 'hub', PORTOLAN_SMTP_PASSWORD: 'tide-table' },
    })
    smtp.answers('refuse sign-in')
    await notice(t)
    await t.scheduler.run(send)
    expect(smtp.signIns).toEqual(['hub:tide-table'])
    expect(await states(t)).toEqual([['waiting', 0]])
    smtp.answers('take')
    t.hub.tick(10_000)
    await t.scheduler.run(send)
    expect(await states(t)).toEqual([['sent', 1]])
  })

  test('a stop during a mail cuts it off, and the next server sends it', async () => {
    await using raw = await openRawServer((socket) => {
      socket.write('220 hello\r\n')
      socket.on('data', (data) => {
        const line = data.toString()
        if (line.startsWith('EHLO')) socket.write('250 hello\r\n')
        else if (line.startsWith('MAIL')) hanging.resolve()
      })
    })
    const hanging = Promise.withResolvers<void>()
    await using t = await openQuiet({ database, settings: smtpSettings(raw.port) })
    await notice(t)
    const stop = new AbortController()
    const sending = sendWaitingMail(t.hub, transportTo(raw.port), stop.signal)
    await hanging.promise
    stop.abort()
    expect(await sending).toBe(0)
    expect(await states(t)).toEqual([['waiting', 0]])
    await using smtp = await openSmtpServer()
    expect(await sendWaitingMail(t.hub, transportTo(smtp.port))).toBe(1)
  })

  test('somebody whose account has no confirmed address gets no mail', async () => {
    await using smtp = await openSmtpServer()
    await using t = await openQuiet({ database, settings: smtp.settings })
    await t.hub.db.write((tx) => tx.updateTable('account').set({ email_state: 1 }).where('name', '=', 'ada').execute())
    await notice(t)
    await createUser(t.hub, { name: 'nobody', password: null })
    await notice(t, 'nobody')
    expect(await states(t)).toEqual([])
  })

  test('notices about one account are limited', async () => {
    await using smtp = await openSmtpServer()
    await using t = await openQuiet({ database, settings: smtp.settings })
    for (let n = 0; n < 40; n++) await notice(t)
    await notice(t, 'mia')
    await t.scheduler.run(send)
    expect(smtp.to('ada@example.org')).toHaveLength(30)
    expect(smtp.to('mia@example.org')).toHaveLength(1)
  })
})

test('a hub without mail settings queues nothing', async () => {
  await using t = await openTestApp()
  await notice(t)
  expect(await states(t)).toEqual([])
  expect(t.scheduler.jobs.map(({ name }) => name)).not.toContain(send)
})

test.runIf(databases.includes('postgres'))('two servers send each mail once', async () => {
  await using smtp = await openSmtpServer()
  await using t = await openQuiet({ database: 'postgres', settings: smtp.settings })
  await using second = await openSecondHub(t.hub)
  for (let n = 0; n < 10; n++) for (const name of ['ada', 'mia', 'eve']) await notice(t, name, `token ${n}`)
  await Promise.all([sendWaitingMail(t.hub, transportTo(smtp.port)), sendWaitingMail(second, transportTo(smtp.port))])
  expect(smtp.mails).toHaveLength(30)
  const ids = new Set(smtp.mails.map(({ headers }) => headers['message-id']))
  expect(ids.size).toBe(30)
})
