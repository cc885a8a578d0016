import { createSession } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config/settings.ts'
import { loadPages } from './pages/load-pages.ts'
import { openSmtpServer, type TestSmtpServer } from './testing/open-smtp-server.ts'
import { file, openTestApp, type TestApp } from './testing/open-test-app.ts'

/* PORTOLAN_REQUIRE_CONFIRMED_EMAIL: what people without a confirmed address are refused, everywhere, and how that ends. */

const code = 'account.email_unconfirmed'
const sentence = 'Confirm your email address before you write anything'

interface Call {
  readonly method?: 'GET'
  readonly path: string
  readonly json?: unknown
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const ndjson = [
  { key: 'header', value: { summary: 'change' } },
  { key: 'file', value: { path: 'a.txt', content: 'a' } },
]
  .map((line) => JSON.stringify(line))
  .join('\n')
const lfs = { accept: 'application/vnd.git-lfs+json', 'content-type': 'application/vnd.git-lfs+json' }
const object = { oid: 'a'.repeat(64), size: 3 }

/** Everything that writes, into a repo of the caller and into somebody else's. */
const calls: Readonly<Record<string, Call>> = {
  'creating a repo': { path: '/api/repos/create', json: { type: 'model', name: 'new' } },
  'creating a repo in an organization': { path: '/api/repos/create', json: { type: 'model', name: 'new', organization: 'fleet' } },
  'creating an organization': { path: '/api/organizations', json: { name: 'flotilla' } },
  'creating a collection': { path: '/api/collections', json: { title: 'Charts', namespace: 'mia' } },
  'a commit': { path: '/api/models/mia/own/commit/main', body: ndjson, headers: { 'content-type': 'application/x-ndjson' } },
  'a commit as a pull request': {
    path: '/api/models/ada/tides/commit/main?create_pr=1',
    body: ndjson,
    headers: { 'content-type': 'application/x-ndjson' },
  },
  'asking how to upload': { path: '/api/models/mia/own/preupload/main', json: { files: [{ path: 'a', size: 1, sample: 'YQ==' }] } },
  'a branch': { path: '/api/models/mia/own/branch/side', json: {} },
  'settings of a repo': { path: '/api/models/mia/own/settings', json: { private: true }, headers: { 'x-method': 'PUT' } },
  'a git push': { method: 'GET', path: '/mia/own.git/info/refs?service=git-receive-pack' },
  'a git push, its second request': {
    path: '/mia/own.git/git-receive-pack',
    body: '0000',
    headers: { 'content-type': 'application/x-git-receive-pack-request' },
  },
  'an upload through Git LFS': {
    path: '/mia/own.git/info/lfs/objects/batch',
    json: { operation: 'upload', objects: [object] },
    headers: lfs,
  },
  'an upload through Git LFS for a pull request': {
    path: '/ada/tides.git/info/lfs/objects/batch',
    json: { operation: 'upload', objects: [object] },
    headers: lfs,
  },
  'a lock': { path: '/mia/own.git/info/lfs/locks', json: { path: 'a.bin' }, headers: lfs },
  'an upload through Xet': { method: 'GET', path: '/api/models/mia/own/xet-write-token/main' },
  'an upload through Xet for a pull request': { method: 'GET', path: '/api/models/ada/tides/xet-write-token/main?create_pr=1' },
  'a discussion': { path: '/api/models/ada/tides/discussions', json: { title: 'Hello', description: 'there' } },
  'a pull request': { path: '/api/models/ada/tides/discussions', json: { title: 'Hello', description: 'there', pullRequest: true } },
  'a comment': { path: '/api/models/ada/tides/discussions/1/comment', json: { comment: 'hello' } },
}

async function send(t: TestApp, { method = 'GET', path, json, body, headers = {} }: Call): Promise<{ status: number; text: string }> {
  const { 'x-method': other, ...rest } = headers
  const verb = other ?? (json === undefined && body === undefined ? method : 'POST')
  const answer = await t.call(path, {
    method: verb,
    as: 'mia',
    headers: { ...rest, ...(json !== undefined && rest['content-type'] === undefined ? { 'content-type': 'application/json' } : {}) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, text: `${answer.headers.get('x-error-code') ?? ''} ${await answer.text()}` }
}

async function open(
  database: (typeof databases)[number],
  mode: 'on' | 'off',
): Promise<{ t: TestApp; smtp: TestSmtpServer } & AsyncDisposable> {
  const smtp = await openSmtpServer()
  const t = await openTestApp({
    database,
    settings: { ...smtp.settings, PORTOLAN_REQUIRE_CONFIRMED_EMAIL: mode },
    pages: (hub) => loadPages(hub),
  })
  await t.addRepo({ type: 'model', name: 'own', by: t.actors.mia })
  const tides = await t.addRepo({ type: 'model', name: 'tides' })
  await t.commit(tides, [file('a.txt', 'a')])
  await t.call('/api/organizations/fleet/members/mia/role', { method: 'PUT', as: 'ada', json: { role: 'write' } })
  await t.call('/api/models/ada/tides/discussions', { method: 'POST', as: 'ada', json: { title: 'First', description: 'x' } })
  await t.hub.db.write(async (tx) => {
    await tx.updateTable('account').set({ email_state: 0 }).where('name', '=', 'mia').execute()
    await tx.deleteFrom('mail').execute()
  })
  return {
    t,
    smtp,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await smtp[Symbol.asyncDispose]()
    },
  }
}

describe.for(databases)('a hub that requires a confirmed address, on %s', (database) => {
  test('refuses what writes with a code and words that say what to do, and reading goes on', async () => {
    await using w = await open(database, 'on')
    for (const [what, call] of Object.entries(calls)) {
      const { status, text } = await send(w.t, call)
      expect([what, status, text.includes(sentence) && (text.includes(code) || call.path.includes('.git'))]).toEqual([what, 403, true])
    }
    for (const path of [
      '/api/models/mia/own',
      '/mia/own.git/info/refs?service=git-upload-pack',
      '/ada/tides/resolve/main/a.txt',
      '/api/whoami-v2',
    ]) {
      const { status } = await send(w.t, { path, method: 'GET' })
      expect([path, status]).toEqual([path, 200])
    }
  })

  test('lets people write as soon as they have confirmed it', async () => {
    await using w = await open(database, 'on')
    const { t, smtp } = w
    const { token } = await createSession(t.hub, t.actors.mia.userId)
    const headers = {
      cookie: `__Host-portolan_session=${token}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
    }
    const create = () => t.call('/new', { method: 'POST', headers, body: 'name=by-form&owner=mia&visibility=public' })
    const refused = await (await create()).text()
    expect(refused).toContain(sentence)
    expect(refused).toContain('Confirm your email address before you write<')
    await t.call('/settings/email', { method: 'POST', headers, body: 'intent=again' })
    await t.scheduler.run('send mail')
    const [, link] = /https:\/\/hub\.example\.org\/confirm-email\?code=([\w.-]+)/.exec(smtp.to('mia@example.org')[0]?.text ?? '') ?? []
    const confirmed = await t.call('/confirm-email', { method: 'POST', headers, body: `code=${link}` })
    expect(await confirmed.text()).toContain('Email address confirmed')
    const made = await create()
    expect([made.status, made.headers.get('location')]).toEqual([302, expect.stringContaining('/mia/by-form')])
    const { status } = await send(t, { path: '/api/repos/create', json: { type: 'model', name: 'new' } })
    expect(status).toBe(200)
  })
})

test('without the setting, none of these calls is refused for the address', async () => {
  await using w = await open('sqlite', 'off')
  for (const [what, call] of Object.entries(calls)) {
    const { status, text } = await send(w.t, call)
    expect.soft([what, status < 300, text.includes(code)]).toEqual([what, true, false])
  }
})

test('the setting without a mail server stops the start', () => {
  expect(() => readConfig({ PORTOLAN_REQUIRE_CONFIRMED_EMAIL: 'on' }, '/')).toThrow(
    new ConfigError('PORTOLAN_REQUIRE_CONFIRMED_EMAIL=on requires PORTOLAN_SMTP_HOST: without mail, nobody can confirm an address'),
  )
})
