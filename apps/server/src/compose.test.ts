import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countDownload, createRepo, createUser, findRepo, type Hub, loadActor, openHub, silentLogger, type UserActor } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type StartOptions, startServer } from './compose.ts'
import { readConfig } from './config/settings.ts'
import { lockDataFolder } from './data-lock.ts'
import { noPages } from './pages/pages.ts'
import { file, openTestApp } from './testing/open-test-app.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-compose-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const config = (more: Record<string, string> = {}) =>
  readConfig({ PORTOLAN_DATA_DIR: folder, PORTOLAN_PORT: '0', PORTOLAN_ENGINE: 'off', ...more }, folder)

/** Options that record which hubs and pages are open. */
function watched(more: Partial<StartOptions> = {}): { options: StartOptions; open: Set<string>; closed: string[] } {
  const open = new Set<string>()
  const closed: string[] = []
  const note = (name: string, stop: () => Promise<void>) => {
    open.add(name)
    return async () => {
      await stop()
      open.delete(name)
      closed.push(name)
    }
  }
  const options: StartOptions = {
    log: silentLogger,
    environment: {},
    openHub: async (hubConfig, log) => {
      const hub = await openHub(hubConfig, log)
      const close = note('hub', () => hub.close())
      return { ...hub, close, [Symbol.asyncDispose]: close }
    },
    pages: async (...parts) => ({ ...(await noPages(...parts)), [Symbol.asyncDispose]: note('pages', async () => {}) }),
    ...more,
  }
  return { options, open, closed }
}

async function addAdministrator(hub: Hub): Promise<UserActor> {
  const { id } = await createUser(hub, { name: 'ada', password: null })
  return (await loadActor(hub.db.read, id, null)) as UserActor
}

describe('a server', () => {
  test('stops what it started, the last first, and leaves the folder to the next', async () => {
    const { options, open, closed } = watched()
    const server = await startServer(config(), options)
    expect([...open]).toEqual(['hub', 'pages'])
    expect((await fetch(`http://127.0.0.1:${server.port}/api/health`)).status).toBe(200)
    expect(() => lockDataFolder(folder)).toThrow('Another Portolan server is using')
    await server[Symbol.asyncDispose]()
    expect(closed).toEqual(['pages', 'hub'])
    await expect(fetch(`http://127.0.0.1:${server.port}/api/health`)).rejects.toThrow('fetch failed')
    lockDataFolder(folder)[Symbol.dispose]()
    // SQLite checkpoints and deletes its WAL when the last connection closes.
    expect(existsSync(join(folder, 'hub.db-wal'))).toBe(false)
  })

  test.for([
    ['a port in use', 'EADDRINUSE'],
    ['pages that cannot be opened', 'no pages'],
    ['upstreams with mistakes', 'have errors'],
    ['a reserved name for its administrator', 'PORTOLAN_BOOTSTRAP_USER cannot be api. This name is reserved.'],
  ] as const)('that fails to start for %s leaves nothing behind', async ([fault, message]) => {
    await using busy = Object.assign(createServer(), {
      async [Symbol.asyncDispose]() {
        busy.close()
      },
    })
    busy.listen(0, '127.0.0.1')
    await once(busy, 'listening')
    const settings = {
      'a port in use': { PORTOLAN_PORT: String((busy.address() as AddressInfo).port) },
      'pages that cannot be opened': {},
      'upstreams with mistakes': { PORTOLAN_INFERENCE_FILE: join(import.meta.dirname, 'compose.ts') },
      'a reserved name for its administrator': { PORTOLAN_BOOTSTRAP_USER: 'api', PORTOLAN_BOOTSTRAP_TOKEN: `hf_${'a'.repeat(30)}` },
    }[fault]
    const { options, open } = watched(fault === 'pages that cannot be opened' ? { pages: () => Promise.reject(new Error('no pages')) } : {})
    await expect(startServer(config(settings), options)).rejects.toThrow(message)
    expect([...open]).toEqual([])
    lockDataFolder(folder)[Symbol.dispose]()
  })

  test('a folder that cannot be used is said to be one', () => {
    const inFile = join(import.meta.dirname, 'compose.ts', 'data')
    expect(() => lockDataFolder(inFile)).toThrow(`The data folder ${inFile}`)
  })

  test('that stops waits for what runs, and writes what it counted', async () => {
    const { options } = watched()
    const server = await startServer(config(), options)
    const said: string[] = []
    const work = Promise.withResolvers<void>()
    server.scheduler.add({
      name: 'long work',
      everyMs: 60_000,
      atStart: true,
      run: async () => {
        await work.promise
        // The hub must still be usable at this point.
        await server.hub.db.read.selectFrom('account').select('id').execute()
        said.push('work')
      },
    })
    const ada = await addAdministrator(server.hub)
    const repo = await createRepo(server.hub, ada, { type: 'dataset', name: 'tides' })
    countDownload(server.hub, repo, { path: 'a.csv', callerKey: 'x' })
    const stopped = server[Symbol.asyncDispose]().then(() => said.push('stopped'))
    work.resolve()
    await stopped
    expect(said).toEqual(['work', 'stopped'])
    await using again = await startServer(config(), options)
    expect((await findRepo(again.hub, ada, 'dataset', 'ada/tides'))?.repo.downloads).toBe(1)
  })
})

describe.for(databases)('on %s', (database) => {
  test('a setting of hosts for Spaces reaches their addresses, their sites and their sign-in', async () => {
    const card = '---\nsdk: static\nhf_oauth: true\nhf_oauth_scopes: [email]\n---\n'
    for (const [spacesHost, status, variables] of [
      ['', 421, []],
      ['spaces.example.org', 200, ['OAUTH_CLIENT_ID', 'OAUTH_SCOPES', 'OPENID_PROVIDER_URL']],
    ] as const) {
      await using app = await openTestApp({ database, settings: { PORTOLAN_SPACES_HOST: spacesHost } })
      const repo = await app.addRepo({ type: 'space', sdk: 'static', name: 'chart', files: { 'README.md': card } })
      await app.commit(repo, [file('index.html', '<p>front</p>')])
      const { host } = (await (await app.call('/api/spaces/ada/chart')).json()) as { host: string }
      expect(host).toBe(spacesHost === '' ? 'http://localhost/-/spaces/ada/chart' : 'http://ada-chart.spaces.example.org')
      const answer = await app.call('http://ada-chart.spaces.example.org/', { headers: { host: 'ada-chart.spaces.example.org' } })
      expect(answer.status).toBe(status)
      const text = await answer.text()
      for (const name of variables) expect(text).toContain(name)
    }
  })
})
