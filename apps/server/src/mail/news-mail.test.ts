import { changeNewsByMail, createSession, listNotifications, loadActor, markRead, requireRepo, watchRepo } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { loadPages } from '../pages/load-pages.ts'
import { openSmtpServer, type ReceivedMail, type TestSmtpServer } from '../testing/open-smtp-server.ts'
import { type Caller, openTestApp, type TestApp } from '../testing/open-test-app.ts'

/* News by mail: what people do over HTTP, and what others then find in their mailboxes. */

const minute = 60_000
const discussions = '/api/models/ada/tides/discussions'

interface World extends AsyncDisposable {
  readonly t: TestApp
  readonly smtp: TestSmtpServer
  /** Time passes, and the server sends what is due. */
  pass(ms: number): Promise<void>
}

async function open(database: (typeof databases)[number], hasPages = false): Promise<World> {
  const smtp = await openSmtpServer()
  const t = await openTestApp({ database, settings: smtp.settings, ...(hasPages ? { pages: (hub) => loadPages(hub) } : {}) })
  await t.addRepo({ type: 'model', name: 'tides' })
  await t.hub.db.write(async (tx) => {
    await tx.deleteFrom('mail').execute()
    await tx.deleteFrom('mail_news').execute()
  })
  return {
    t,
    smtp,
    async pass(ms) {
      t.hub.tick(ms)
      await t.scheduler.run('send mail')
    },
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await smtp[Symbol.asyncDispose]()
    },
  }
}

async function discuss({ t }: World, as: Caller, title: string, description = 'Which way does it turn?'): Promise<number> {
  const answer = await t.call(discussions, { method: 'POST', as, json: { title, description } })
  expect(answer.status).toBeLessThan(300)
  return ((await answer.json()) as { num: number }).num
}

async function comment({ t }: World, as: Caller, num: number, text: string): Promise<void> {
  const answer = await t.call(`${discussions}/${num}/comment`, { method: 'POST', as, json: { comment: text } })
  expect(answer.status).toBeLessThan(300)
}

async function suspend({ t }: World, name: Caller): Promise<void> {
  const answer = await t.call(`/api/admin/users/${name}`, { method: 'PUT', as: 'root', json: { suspended: true } })
  expect(answer.status).toBeLessThan(300)
}

const subjects = (mails: readonly ReceivedMail[]) => mails.map(({ headers }) => headers['subject'])

/** A form sent by a browser in which somebody signed in. */
async function submit({ t }: World, as: Caller, path: string, form: Readonly<Record<string, string>>): Promise<Response> {
  const { token } = await createSession(t.hub, t.actors[as].userId)
  return t.call(path, {
    method: 'POST',
    headers: {
      cookie: `__Host-portolan_session=${token}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  })
}

/** The path of the link that ends mails like this one. */
function unsubscribePath(mail: ReceivedMail | undefined): string {
  const [, path] = /^<https:\/\/hub\.example\.org(\/unsubscribe\?code=[\w.-]+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '') ?? []
  if (path === undefined) throw new Error(`no link in ${mail?.headers['list-unsubscribe']}`)
  return path
}

describe.for(databases)('news by mail on %s', (database) => {
  test('what happens in a discussion within minutes comes in one mail, which links back and can be answered with one click', async () => {
    await using w = await open(database)
    const num = await discuss(w, 'eve', 'Rotation <b>')
    await w.pass(2 * minute)
    expect(w.smtp.mails).toEqual([])
    await comment(w, 'eve', num, 'Clockwise <script>alert(1)</script>')
    await w.pass(minute)
    const [mail] = w.smtp.to('ada@example.org')
    expect(w.smtp.mails).toHaveLength(1)
    expect(mail?.headers).toMatchObject({
      subject: `[ada/tides] Rotation <b> (#${num})`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      precedence: 'bulk',
    })
    expect(mail?.text).toContain('eve wrote:\n\n> Which way does it turn?')
    expect(mail?.text).toContain('> Clockwise <script>alert(1)</script>')
    expect(mail?.text).toContain(`https://hub.example.org/ada/tides/discussions/${num}#`)
    expect(mail?.html).not.toContain('<script')

    // The next one is part of the same conversation, and tells nothing twice.
    await comment(w, 'eve', num, 'Never mind')
    await w.pass(3 * minute)
    const second = w.smtp.mails[1]
    expect(second?.headers['references']).toBe(mail?.headers['references'])
    expect(second?.text).toContain('> Never mind')
    expect(second?.text).not.toContain('Clockwise')
    await w.pass(24 * 60 * minute)
    expect(w.smtp.mails).toHaveLength(2)
  })

  test('each discussion has its own mail, unless many wait', async () => {
    await using w = await open(database)
    const first = await discuss(w, 'eve', 'One')
    w.t.hub.tick(1_000)
    await discuss(w, 'eve', 'Two')
    await w.pass(3 * minute)
    await w.pass(1_000)
    expect(subjects(w.smtp.mails)).toEqual([`[ada/tides] One (#${first})`, `[ada/tides] Two (#${first + 1})`])
    for (const title of ['Three', 'Four', 'Five', 'Six']) await discuss(w, 'eve', title)
    await w.pass(3 * minute)
    expect(subjects(w.smtp.mails.slice(2))).toEqual(['News in 4 topics'])
  })

  test('nothing is told of what its reader may no longer see, has read, has muted, or that somebody wrote who was suspended', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    const repo = await t.addRepo({ type: 'model', name: 'secret', owner: 'fleet', visibility: 'private' })
    const mia = await loadActor(t.hub.db.read, t.actors.mia.userId, null)
    await watchRepo(t.hub, mia ?? t.actors.mia, repo, 'all')
    const opened = await t.call('/api/models/fleet/secret/discussions', {
      method: 'POST',
      as: 'ada',
      json: { title: 'Hidden reefs', description: '@mia look' },
    })
    expect(opened.status).toBe(201)
    const out = await t.call('/api/organizations/fleet/members/mia', { method: 'DELETE', as: 'ada' })
    expect(out.status).toBe(200)
    await w.pass(10 * minute)
    expect(subjects(smtp.to('mia@example.org'))).toEqual(['You left the organization fleet'])
    expect(smtp.mails.map(({ raw }) => raw).join('')).not.toContain('reefs')

    await discuss(w, 'eve', 'Read on the page')
    await markRead(t.hub, t.actors.ada, 'all')
    await w.pass(10 * minute)
    expect(smtp.to('ada@example.org')).toEqual([])
    const muted = await discuss(w, 'eve', 'Muted')
    const { entries } = await listNotifications(t.hub, t.actors.ada, { isUnread: true, page: 0, limit: 10 })
    expect(entries.map(({ num }) => num)).toEqual([muted])
    const tides = await requireRepo(t.hub, t.actors.ada, 'model', 'ada/tides', 'read')
    await watchRepo(t.hub, t.actors.ada, tides, 'muted')
    await w.pass(10 * minute)
    await watchRepo(t.hub, t.actors.ada, tides, 'participating')
    await discuss(w, 'eve', 'Spam')
    await suspend(w, 'eve')
    await w.pass(10 * minute)
    expect(smtp.to('ada@example.org')).toEqual([])
  })

  test('goes to confirmed addresses only, and to nobody who is suspended', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    const num = await discuss(w, 'ada', 'Named', '@eve and @mia')
    await t.hub.db.write((tx) => tx.updateTable('account').set({ email_state: 1 }).where('name', '=', 'eve').execute())
    await suspend(w, 'mia')
    await w.pass(10 * minute)
    // Nor is anything kept for them.
    await comment(w, 'ada', num, 'More')
    const waiting = await t.hub.db.read.selectFrom('mail_news').select('topic').execute()
    expect([smtp.mails, waiting]).toEqual([[], []])
  })

  test('a daily summary comes once a day, with all that happened', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    await changeNewsByMail(t.hub, { ...t.actors.ada, token: null }, { mentions: 'now', repos: 'daily', organizations: 'off' })
    await discuss(w, 'eve', 'One')
    await discuss(w, 'mia', 'Two')
    await w.pass(60 * minute)
    const early = smtp.mails.length
    await w.pass(24 * 60 * minute)
    await w.pass(24 * 60 * minute)
    expect(subjects(smtp.mails)).toEqual(['Your daily summary: 2 topics'])
    expect(smtp.mails[0]?.text).toContain('[ada/tides] Two')
    expect(early).toBeLessThanOrEqual(1)
    // Somebody who is named hears of it at once.
    await discuss(w, 'eve', 'Three', '@ada')
    await w.pass(3 * minute)
    expect(smtp.mails[1]?.headers['subject']).toContain('Three')
  })

  test('few topics wait for one account, however much happens', async () => {
    await using w = await open(database)
    const { t, smtp } = w
    const rows = Array.from({ length: 100 }, (_, n) => ({
      user_id: t.actors.ada.userId,
      topic: `discussion ${String(n).padStart(24, '0')}`,
      kind: 'repos',
      first_event: null,
      n: 1,
      at: 0,
    }))
    await t.hub.db.write((tx) => tx.insertInto('mail_news').values(rows).execute())
    await discuss(w, 'eve', 'One too many')
    const counted = await t.hub.db.read
      .selectFrom('mail_news')
      .select((eb) => eb.fn.countAll<number | string>().as('n'))
      .executeTakeFirstOrThrow()
    expect(Number(counted.n)).toBe(100)
    await w.pass(10 * minute)
    expect(smtp.mails).toEqual([])
  })

  test('a mail that the server does not take is sent later, with what happened meanwhile', async () => {
    await using w = await open(database)
    const num = await discuss(w, 'eve', 'Slow')
    w.smtp.answers('busy', 'take')
    await w.pass(3 * minute)
    await comment(w, 'eve', num, 'Second')
    await w.pass(minute)
    expect(w.smtp.mails).toHaveLength(1)
    expect(w.smtp.mails[0]?.text).toContain('> Second')
    await w.pass(24 * 60 * minute)
    expect(w.smtp.mails).toHaveLength(1)
  })
})

describe('unsubscribing', () => {
  test('mail programs turn a kind off without a session; the page says what is off, and turns it on again', async () => {
    await using w = await open('sqlite', true)
    const { t, smtp } = w
    const num = await discuss(w, 'eve', 'One')
    await w.pass(3 * minute)
    const path = unsubscribePath(smtp.mails[0])
    const page = async () => (await t.call(path, { headers: { accept: 'text/html' } })).text()
    // Programs that look at mails open links: nothing happens.
    expect(await page()).toContain('Do you want no more email about:')
    const click = await t.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(click.status).toBe(200)
    const off = await page()
    expect(off).toContain('You get no more email about:')
    expect(off).toContain('Repositories')
    await comment(w, 'eve', num, 'Unheard')
    await w.pass(10 * minute)
    expect(smtp.mails).toHaveLength(1)
    // Only this kind is off.
    await comment(w, 'eve', num, '@ada')
    await w.pass(10 * minute)
    expect(smtp.mails).toHaveLength(2)

    const undo = await t.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: 'intent=undo',
    })
    expect(await undo.text()).toContain('You get email again about:')
    await discuss(w, 'eve', 'Heard')
    await w.pass(10 * minute)
    expect(smtp.mails).toHaveLength(3)
  })

  test('a changed link turns nothing off, and mails about security have none', async () => {
    await using w = await open('sqlite', true)
    const { t, smtp } = w
    await discuss(w, 'eve', 'One')
    await w.pass(3 * minute)
    const path = unsubscribePath(smtp.mails[0])
    for (const other of ['/unsubscribe', `${path}x`, path.replace('code=', 'code=x')]) {
      const answer = await t.call(other, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect([other, answer.status]).toEqual([other, 403])
    }
    const made = await submit(w, 'ada', '/settings/tokens/new', { name: 'ci', role: 'read' })
    expect(made.status).toBeLessThan(400)
    await w.pass(0)
    expect(smtp.mails[1]?.headers['subject']).toBe('New access token for your account')
    expect(smtp.mails[1]?.headers).not.toHaveProperty('list-unsubscribe')
  })

  test('the settings page saves what somebody wants', async () => {
    await using w = await open('sqlite', true)
    const { smtp } = w
    const saved = await submit(w, 'ada', '/settings/notifications', { mentions: 'now', repos: 'off', organizations: 'daily' })
    expect(saved.headers.get('location')).toBe('/settings/notifications?done=saved')
    await discuss(w, 'eve', 'One')
    await w.pass(10 * minute)
    expect(smtp.mails).toEqual([])
  })
})

test('without a mail server, nothing is noted, and the page says so', async () => {
  await using t = await openTestApp({ pages: (hub) => loadPages(hub) })
  await t.addRepo({ type: 'model', name: 'tides' })
  await t.call(discussions, { method: 'POST', as: 'eve', json: { title: 'One', description: 'x' } })
  expect(await t.hub.db.read.selectFrom('mail_news').selectAll().execute()).toEqual([])
  const { token } = await createSession(t.hub, t.actors.ada.userId)
  const page = await (
    await t.call('/settings/notifications', { headers: { cookie: `portolan_session=${token}`, accept: 'text/html' } })
  ).text()
  expect(page).toContain('This hub sends no email.')
  expect(page).not.toContain('In a daily summary')
})
