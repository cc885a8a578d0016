import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createSession, deleteRepo, likeRepo, listMarks, listRuns, collectGarbage, renderingsOf } from '@portolan/hub'
import { renderCard } from '@portolan/markdown'
import { vi } from 'vitest'
import { openMockUpstream } from '../mock-upstream.ts'
import { openGitClient } from '../git-client.ts'
import type { TestApp } from '../open-test-app.ts'
import type { SharedEffect } from './effect.ts'

const dayMs = 86_400_000
const patience = { timeout: 30_000 }

/** The response to the upload of a file of this size: `taken`, or the code of the rejection. */
async function offer(t: TestApp, size: number): Promise<string> {
  await ensureModel(t)
  const answer = await t.call('/ada/effects.git/info/lfs/objects/batch', {
    as: 'ada',
    method: 'POST',
    headers: { accept: 'application/vnd.git-lfs+json' },
    json: { operation: 'upload', transfers: ['basic', 'multipart'], objects: [{ oid: 'a'.repeat(64), size }] },
  })
  const { objects } = (await answer.json()) as { objects: { error?: { code: number } }[] }
  return objects[0]?.error === undefined ? 'taken' : `refused with ${objects[0].error.code}`
}

async function ensureModel(t: TestApp): Promise<void> {
  if ((await t.call('/api/models/ada/effects', { as: 'ada' })).status === 404) await t.addRepo({ type: 'model', name: 'effects' })
}

async function auditRows(t: TestApp): Promise<number> {
  return (await t.hub.db.read.selectFrom('audit').select('id').execute()).length
}

async function json<T>(answer: Response | Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T
}

/** Settings that do not interfere with each other and are observed on one pair of servers. */
export const plainEffects = {
  spacesHost: {
    values: ['', 'spaces.example.org'],
    seen: ['http://localhost/-/spaces/ada/chart', 'http://ada-chart.spaces.example.org'],
    see: async (t) => {
      await t.addRepo({ type: 'space', sdk: 'static', name: 'chart' })
      return (await json<{ host: string }>(t.call('/api/spaces/ada/chart'))).host
    },
  },
  signUp: {
    values: ['open', 'invite'],
    seen: ['open', 'invite'],
    see: async (t) => (await json<{ signUpState: string }>(t.call('/ways-in'))).signUpState,
  },
  signUpLimit: {
    values: ['0', '2'],
    seen: [
      [409, 409, 409],
      [403, 403, 429],
    ],
    see: async (t) => {
      const statuses: number[] = []
      // A name that is already taken counts as an attempt too.
      for (let i = 0; i < 3; i++) statuses.push((await t.call('/sign-up-as/ada')).status)
      return statuses
    },
  },
  formerNameDays: {
    values: ['90', '0'],
    seen: [409, 200],
    see: async (t) => {
      const create = async () => (await t.call('/api/organizations', { method: 'POST', as: 'root', json: { name: 'armada' } })).status
      await create()
      await t.call('/api/organizations/armada', { method: 'DELETE', as: 'root' })
      return create()
    },
  },
  sessionHours: {
    values: ['720', '12'],
    seen: [720, 12],
    see: async (t) => {
      const { token } = await createSession(t.hub, t.actors.ada.userId)
      const headers = { cookie: `portolan_session=${token}`, 'sec-fetch-site': 'same-origin' }
      const { expiresAt, now } = await json<{ expiresAt: string; now: string }>(t.call('/api/session', { headers }))
      return (Date.parse(expiresAt) - Date.parse(now)) / 3_600_000
    },
  },
  requireSecondFactor: {
    values: ['off', 'all'],
    seen: [200, 'auth.second_factor_required'],
    see: async (t) => {
      const { token } = await createSession(t.hub, t.actors.ada.userId)
      const answer = await t.call('/api/whoami-v2', { headers: { cookie: `portolan_session=${token}`, 'sec-fetch-site': 'same-origin' } })
      return answer.ok ? answer.status : ((await answer.json()) as { code: string }).code
    },
  },
  xet: {
    values: ['on', 'off'],
    seen: [200, 404],
    see: async (t) => {
      await ensureModel(t)
      return (await t.call('/api/models/ada/effects/xet-write-token/main', { as: 'ada' })).status
    },
  },
  maxFileGb: {
    values: ['500', '2'],
    seen: ['taken', 'refused with 413'],
    see: (t) => offer(t, 3e9),
  },
  userQuotaGb: {
    values: ['0', '7'],
    seen: [null, 7e9],
    see: async (t) => (await json<{ limitBytes: number | null }>(t.call('/api/settings/storage', { as: 'ada' }))).limitBytes,
  },
  orgQuotaGb: {
    values: ['0', '9'],
    seen: [null, 9e9],
    see: async (t) =>
      (await json<{ limitBytes: number | null }>(t.call('/api/organizations/fleet/settings/storage', { as: 'ada' }))).limitBytes,
  },
  cloneCacheMb: {
    values: ['64', '0'],
    seen: [true, false],
    see: async (t) => {
      await t.addRepo({ type: 'model', name: 'clone', files: { 'a.txt': randomBytes(200_000).toString('base64') } })
      await using client = await openGitClient()
      await client.git('clone', '-q', `http://127.0.0.1:${t.port}/ada/clone`, 'copy')
      // The cached files are unlinked, but their folder is visible.
      return existsSync(join(t.hub.config.dataDir, 'clones'))
    },
  },
  gcGraceDays: {
    values: ['7', '30'],
    seen: [7, 30],
    see: async (t) => {
      const repo = await t.addRepo({ type: 'model', name: 'deleted', files: { 'a.txt': 'a' } })
      await deleteRepo(t.hub, t.actors.ada, repo)
      await collectGarbage(t.hub)
      const [mark] = await listMarks(t.hub)
      if (!mark) throw new Error('nothing is marked')
      const { dueAt, markedAt } = mark
      return (dueAt.getTime() - markedAt.getTime()) / dayMs
    },
  },
  gcHours: {
    values: ['1', '0'],
    seen: [1, 0],
    see: async (t) => {
      const before = (await listRuns(t.hub)).length
      t.hub.tick(3_600_000)
      await t.scheduler.run('garbage collection')
      return (await listRuns(t.hub)).length - before
    },
  },
  auditDays: {
    values: ['0', '1'],
    seen: ['kept', 'gone'],
    see: async (t) => {
      const before = await auditRows(t)
      if (before === 0) throw new Error('nothing is in the audit log')
      t.hub.tick(2 * dayMs)
      await t.advance(0)
      return (await auditRows(t)) < before ? 'gone' : 'kept'
    },
  },
  rateLimit: {
    values: ['1000', '2000'],
    seen: ['1000', '2000'],
    see: async (t) => /q=(\d+)/.exec((await t.call('/api/models')).headers.get('ratelimit-policy') ?? '')?.[1],
  },
  fileRateLimit: {
    values: ['3000', '4000'],
    seen: ['3000', '4000'],
    see: async (t) => /q=(\d+)/.exec((await t.call('/ada/nothing/resolve/main/a')).headers.get('ratelimit-policy') ?? '')?.[1],
  },
  pictures: {
    values: ['proxy', 'off'],
    seen: ['/api/pictures', 'a link'],
    see: async (t) => {
      const { html } = await renderCard(renderingsOf(t.hub), {
        markdown: '![a chart](https://pictures.example/a.png)',
        cacheKey: null,
        linkBase: '/',
        rawBase: '/',
      })
      return /src="(\/api\/pictures)\//.exec(html)?.[1] ?? (html.includes('<a href="https://pictures.example/a.png"') ? 'a link' : html)
    },
  },
  trustedProxies: {
    values: ['0', '1'],
    seen: [false, true],
    see: async (t) => {
      const left = async (address: string) =>
        /r=(\d+)/.exec((await t.call('/api/models', { headers: { 'x-forwarded-for': address } })).headers.get('ratelimit') ?? '')?.[1]
      const [first, second] = [await left('192.0.2.1'), await left('192.0.2.2')]
      return first === second
    },
  },
  metricsToken: {
    values: ['', 'a-token-of-the-monitoring'],
    seen: [401, 200],
    see: async (t) => (await t.call('/metrics', { as: 'a-token-of-the-monitoring' })).status,
  },
  metricsPort: {
    values: ['', '0'],
    seen: ['no port', 200],
    see: async (t) => (t.metricsPort === null ? 'no port' : (await fetch(`http://127.0.0.1:${t.metricsPort}/metrics`)).status),
  },
  slowSeconds: {
    values: ['120', '5'],
    seen: ['open', 'ended'],
    see: async (t) => {
      const socket = connect(t.port, '127.0.0.1').on('error', () => {})
      socket.write('POST /api/repos/create HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n')
      const count = () => new Promise<number>((resolve) => t.http.getConnections((_error, open) => resolve(open)))
      await vi.waitUntil(async () => (await count()) > 0, patience)
      const before = await count()
      t.hub.tick(60_000)
      await t.scheduler.run('close slow connections')
      await t.scheduler.run('close slow connections')
      const after = await count()
      socket.destroy()
      return after < before ? 'ended' : 'open'
    },
  },
  maxConnections: {
    values: ['20000', '10'],
    seen: ['all are heard', 'some are not'],
    see: async (t) => {
      const heard = await Promise.all(
        Array.from({ length: 15 }, async () => {
          const socket = connect(t.port, '127.0.0.1').on('error', () => {})
          socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n')
          const isHeard = await new Promise<boolean>((resolve) => {
            socket.once('data', () => resolve(true))
            socket.once('close', () => resolve(false))
          })
          return { socket, isHeard }
        }),
      )
      for (const { socket } of heard) socket.destroy()
      return heard.every(({ isHeard }) => isHeard) ? 'all are heard' : 'some are not'
    },
  },
  webhookReach: {
    values: ['public', 'any'],
    seen: [0, 1],
    see: async (t) => {
      await using receiver = await openMockUpstream()
      await t.scheduler.run('dispatch webhook events')
      const repo = await t.addRepo({ type: 'model', name: 'heard', files: { 'a.txt': 'a' } })
      const made = await t.call('/api/settings/webhooks', {
        as: 'ada',
        method: 'POST',
        json: { url: receiver.url, watched: [{ type: 'model', name: repo.fullName }], domains: ['repo'] },
      })
      if (made.status !== 200) return 0
      await t.commit(repo, [{ kind: 'file', path: 'b.txt', content: Buffer.from('b') }])
      await likeRepo(t.hub, t.actors.ada, repo)
      await t.scheduler.run('dispatch webhook events')
      await t.scheduler.run('deliver webhooks')
      return Math.min(1, receiver.hits.length)
    },
  },
} as const satisfies Record<string, SharedEffect>
