import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  anonymous,
  createUser,
  findRepo,
  listAudit,
  loadActor,
  makeBackup,
  openFolder,
  restoreBackup,
  collectGarbage,
  type UserActor,
  verifyPassword,
  verifyStorage,
} from '@portolan/hub'
import { countRows, databases, openHubToRecord, openRelease, openTestHub, releases, tablesOf, type TestHub } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { bareApp } from './testing/bare-app.ts'
import { fillRelease, released } from './testing/fill-release.ts'

/*
 * Opens the data folders of each past release with this version. Recorded by `npm run record:release`; a release is never recorded again.
 */

function httpOf(hub: TestHub) {
  const app = bareApp(hub)
  return async (path: string, token: string | null = released.token, init: RequestInit = {}) => {
    const headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), 'content-type': 'application/json' }
    return app.request(`http://localhost${path}`, { headers, ...init })
  }
}

test.for(databases)('the next release will have rows in every table on %s', async (database) => {
  await using hub = await openHubToRecord(database)
  await fillRelease(hub)
  const counts = await countRows(hub)
  expect(counts.get('audit')).toBeGreaterThan(20)
  // If this fails for a new table, fill it in apps/server/src/testing/fill-release.ts.
  expect([...counts].filter(([, rows]) => rows === 0)).toEqual([])
})

test('a release is recorded', () => {
  expect(releases.length).toBeGreaterThan(0)
})

describe.for(releases.flatMap((version) => databases.map((database) => ({ version, database }))))(
  'the data folder of $version on $database',
  ({ version, database }) => {
    test('has rows in every table that the release had', async () => {
      await using hub = await openRelease(version, database)
      const counts = await countRows(hub)
      expect(tablesOf(version).filter((table) => !counts.get(table))).toEqual([])
    })

    test('is whole', async () => {
      await using hub = await openRelease(version, database)
      expect((await verifyStorage(hub)).damages).toEqual([])
    })

    test('is read as it was', async () => {
      await using hub = await openRelease(version, database)
      const get = httpOf(hub)
      const json = async (path: string) => (await get(path)).json()
      expect(await json('/api/whoami-v2')).toMatchObject({ name: 'ada', orgs: [{ name: 'fleet' }] })
      expect((await verifyPassword(hub, 'ada', released.password)).name).toBe('ada')
      const listed = (await json('/api/models?author=ada&sort=createdAt')) as { id: string; likes: number; tags: string[] }[]
      expect(listed.map(({ id }) => id).toSorted()).toEqual(['ada/counts-words', 'ada/lamps'])
      expect(listed.find(({ id }) => id === 'ada/lamps')).toMatchObject({
        likes: 1,
        tags: expect.arrayContaining(['license:mit']) as unknown,
      })
      expect(((await json('/api/models?search=lamp')) as { id: string }[]).map(({ id }) => id)).toEqual(['ada/lamps'])
      expect(await (await get('/ada/lamps/resolve/main/README.md')).text()).toBe(released.card)
      expect((await get('/ada/lanterns/raw/v0/config.json')).status).toBe(307)
      for (const [path, content] of [
        ['lamps.bin', released.large],
        ['tide.bin', released.chunked],
      ] as const)
        expect(Buffer.from(await (await get(`/ada/lamps/resolve/main/${path}`)).arrayBuffer()).equals(content)).toBe(true)
      const commits = (await json('/api/models/ada/lamps/commits/main')) as { title: string }[]
      expect(commits.map(({ title }) => title)).toEqual([
        'The last of the release',
        'Add a file in chunks',
        'Add large files',
        'Add notes',
        'Say what they are',
        'initial commit',
      ])
      const discussion = (await json('/api/models/ada/lamps/discussions/1')) as { title: string; events: { data: object }[] }
      expect(discussion.title).toBe('The oldest lamp')
      expect(JSON.stringify(discussion.events)).toContain(released.comment)
      expect(JSON.stringify(await json('/api/models/ada/lamps/discussions/2'))).toContain('Add the second lamp')
      expect(JSON.stringify(await json('/api/collections?owner=ada'))).toContain('What burns at night')
      expect((await get('/datasets/ada/logs/resolve/main/logs.csv', null)).status).toBe(401)
    })

    test('keeps its audit log, by name', async () => {
      await using hub = await openRelease(version, database)
      const root = await hub.db.read.selectFrom('account').select('id').where('name', '=', 'root').executeTakeFirstOrThrow()
      const actor = (await loadActor(hub.db.read, root.id, null)) as UserActor
      const { entries } = await listAudit(hub, actor, { repo: 'ada/lamps', topic: 'repo', limit: 100 })
      expect(entries.map(({ topic, actor: by, repo }) => [topic, by, repo?.fullName])).toEqual([
        ['repo.liked', 'eve', 'ada/lamps'],
        ['repo.moved', 'ada', 'ada/lamps'],
        ['repo.created', 'ada', 'ada/lanterns'],
      ])
    })

    test('is written to, collected, backed up and restored', async () => {
      await using hub = await openRelease(version, database)
      const call = httpOf(hub)
      const body = [
        { key: 'header', value: { summary: 'After the upgrade' } },
        { key: 'file', value: { path: 'new.txt', content: 'an eighth lamp' } },
      ]
      const init = { method: 'POST', body: body.map((line) => JSON.stringify(line)).join('\n') }
      expect((await call('/api/models/ada/lamps/commit/main', released.token, init)).status).toBe(200)
      expect((await createUser(hub, { name: 'joan', password: null })).name).toBe('joan')
      expect(await collectGarbage(hub, { everything: true })).not.toBe(null)
      expect((await verifyStorage(hub)).damages).toEqual([])
      const folder = await mkdtemp(join(tmpdir(), 'portolan-backup-'))
      try {
        const place = await openFolder(folder)
        await makeBackup(hub, place)
        await using back = await openTestHub({ database })
        await restoreBackup(back, place)
        expect((await verifyStorage(back)).damages).toEqual([])
        expect((await findRepo(back, anonymous, 'model', 'ada/lamps'))?.repo.fullName).toBe('ada/lamps')
      } finally {
        await rm(folder, { recursive: true })
      }
    })
  },
)
