import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slowStatement } from '@portolan/hub/testing'
import { vi } from 'vitest'
import { captureLog } from '../log-capture.ts'
import { openFakeCollector } from '../fake-collector.ts'
import { openTestServer } from '../open-test-server.ts'
import type { OwnEffect, Settings } from './effect.ts'

const program = join(import.meta.dirname, '../../main.ts')

/** What the process of a server logs about one request to `/api/models`. */
async function logOfProcess(settings: Settings): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-log-'))
  const env = {
    PORTOLAN_PORT: '0',
    PORTOLAN_DATA_DIR: join(folder, 'data'),
    PORTOLAN_ENGINE: 'off',
    PORTOLAN_ACCESS_LOG: 'all',
    ...settings,
  }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    let log = ''
    child.stderr.on('data', (piece) => (log += String(piece)))
    const address = Promise.withResolvers<string>()
    child.stdout.on('data', (piece) => {
      const [found] = /http:\/\/\S+/.exec(String(piece)) ?? []
      if (found !== undefined) address.resolve(found)
    })
    child.once('exit', () => address.reject(new Error(`the server ended: ${log}`)))
    await (await fetch(`${await address.promise}/api/models`)).text()
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
    return log
  } finally {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

/** The messages that a server logs about a request that creates a repo, and a long statement. */
async function messagesOf(settings: Settings): Promise<string[]> {
  const { log, entries } = captureLog()
  {
    await using server = await openTestServer({ settings: { PORTOLAN_ACCESS_LOG: 'off', PORTOLAN_SLOW_REQUEST_MS: '0', ...settings }, log })
    const ada = await server.addUser('ada')
    const body = JSON.stringify({ type: 'model', name: 'tides' })
    await (await server.request('/api/repos/create', { method: 'POST', as: ada, body })).text()
    await slowStatement(server.hub, 'a value')
    // The request ends for the server a moment after it does for the client.
    if (settings.PORTOLAN_SLOW_REQUEST_MS === '1')
      await vi.waitUntil(() => entries.some(({ message }) => message === 'a request was slow'), { timeout: 30_000 })
  }
  return entries.map(({ message }) => message)
}

/** Settings of the log. */
export const logEffects = {
  logLevel: {
    seen: [true, false],
    async compare() {
      const has = async (level: string) => (await logOfProcess({ PORTOLAN_LOG_LEVEL: level })).includes('"message":"request"')
      return [await has('info'), await has('warn')]
    },
  },
  logFormat: {
    seen: ['json', 'text'],
    async compare() {
      const format = async (value: string) => {
        const line = (await logOfProcess({ PORTOLAN_LOG_FORMAT: value })).split('\n').find((each) => each.includes('/api/models')) ?? ''
        return line.startsWith('{') ? 'json' : / INFO {2}request .*route=\/api\//.test(line) ? 'text' : line
      }
      return [await format('json'), await format('text')]
    },
  },
  accessLog: {
    seen: [true, false],
    async compare() {
      const has = async (value: string) => {
        const { log, named } = captureLog()
        await using server = await openTestServer({ settings: { PORTOLAN_ACCESS_LOG: value }, log })
        await (await server.request('/api/models')).text()
        if (value === 'all') await vi.waitUntil(() => named('request').length > 0, { timeout: 30_000 })
        return named('request').length > 0
      }
      return [await has('all'), await has('errors')]
    },
  },
  slowRequestMs: {
    seen: [true, false],
    async compare() {
      const has = async (value: string) => (await messagesOf({ PORTOLAN_SLOW_REQUEST_MS: value })).includes('a request was slow')
      return [await has('1'), await has('0')]
    },
  },
  slowQueryMs: {
    seen: [true, false],
    async compare() {
      const has = async (value: string) => (await messagesOf({ PORTOLAN_SLOW_QUERY_MS: value })).includes('a database statement was slow')
      return [await has('1'), await has('0')]
    },
  },
} as const satisfies Record<string, OwnEffect>

/** The number of spans that a collector receives of a traced and an untraced server. */
async function tracedBy(settings: (origin: string) => Settings): Promise<boolean> {
  await using collector = await openFakeCollector()
  {
    await using server = await openTestServer({ settings: settings(collector.origin) })
    await (await server.request('/api/models')).text()
    // Stopping sends what is waiting.
  }
  return collector.spans.length > 0
}

/** Settings of the traces. */
export const traceEffects = {
  otlpEndpoint: {
    seen: [false, true],
    compare: async () => [
      await tracedBy(() => ({ PORTOLAN_TRACE_RATIO: '1' })),
      await tracedBy((origin) => ({ PORTOLAN_TRACE_RATIO: '1', PORTOLAN_OTLP_ENDPOINT: origin })),
    ],
  },
  traceRatio: {
    seen: [true, false],
    compare: async () => [
      await tracedBy((origin) => ({ PORTOLAN_TRACE_RATIO: '1', PORTOLAN_OTLP_ENDPOINT: origin })),
      await tracedBy((origin) => ({ PORTOLAN_TRACE_RATIO: '0', PORTOLAN_OTLP_ENDPOINT: origin })),
    ],
  },
} as const satisfies Record<string, OwnEffect>
