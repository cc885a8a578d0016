import { collectGarbage, visibility } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { file, openTestApp, type TestApp } from '../../testing/open-test-app.ts'

interface Entry {
  readonly topic: string
  readonly actor: string | null
  readonly actorUid: string | null
  readonly repo: { readonly uid: string; readonly fullName: string; readonly isDeleted: boolean } | null
  readonly details: Readonly<Record<string, unknown>>
  readonly address: string | null
  readonly via: string | null
  readonly requestId: string | null
}

const read = async (t: TestApp, query: string, as = 'root') => {
  const answer = await t.call(`/api/admin/audit?${query}`, { as })
  return { status: answer.status, entries: answer.ok ? ((await answer.json()) as Entry[]) : [], next: answer.headers.get('link') }
}

describe.for(databases)('audit log on %s', (database) => {
  test('a write stands in it with who, what, on which repo, from where and with which token', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'tides' })
    await t.commit(repo, [file('a.txt', '1')])
    await t.call('/api/models/ada/tides/settings', { method: 'PUT', as: 'ada', json: { private: true } })
    await t.call('/api/repos/delete', { method: 'DELETE', as: 'ada', json: { name: 'tides' } })
    const { entries } = await read(t, 'repo=ADA/tides')
    expect(entries.map(({ topic }) => topic)).toEqual(['repo.deleted', 'repo.settings_changed', 'commit.created', 'repo.created'])
    expect(entries[0]).toMatchObject({
      actor: 'ada',
      repo: { fullName: 'ada/tides', isDeleted: true },
      address: 'local',
      via: 'token test',
      requestId: expect.stringMatching(/./) as string,
    })
    // A deleted repo keeps its name while garbage collection frees it.
    await t.hub.db.write((tx) => tx.updateTable('repo').set({ vis: visibility.beingFreed }).where('id', '=', repo.id).execute())
    expect((await read(t, 'repo=ADA/tides')).entries[0]?.repo).toMatchObject({ type: 'model', fullName: 'ada/tides', isDeleted: true })
    // Not made over HTTP, so these fields stay empty.
    expect(entries[2]).toMatchObject({ actor: 'ada', address: null, via: null, requestId: null })
  })

  test('says of a repo that was freed what it was, also when another one took its place', async () => {
    await using t = await openTestApp({ database })
    const old = await t.addRepo({ type: 'model', name: 'tides' })
    await t.call('/api/repos/delete', { method: 'DELETE', as: 'ada', json: { name: 'tides' } })
    await collectGarbage(t.hub)
    t.hub.tick(8 * 86_400_000)
    await collectGarbage(t.hub)
    expect(await t.hub.db.read.selectFrom('repo').select('id').execute()).toEqual([])
    await t.addRepo({ type: 'dataset', name: 'harbors' })
    const seen = (entries: readonly Entry[]) =>
      entries.map(({ topic, repo }) => `${topic} ${repo?.fullName}${repo?.isDeleted ? ' (deleted)' : ''}`)
    expect(seen((await read(t, 'topic=repo')).entries)).toEqual([
      'repo.created ada/harbors',
      'repo.deleted ada/tides (deleted)',
      'repo.created ada/tides (deleted)',
    ])
    expect(seen((await read(t, 'repo=ada/harbors')).entries)).toEqual(['repo.created ada/harbors'])
    const { entries } = await read(t, 'repo=Ada/Tides')
    expect(entries.map(({ repo }) => repo)).toEqual(
      [1, 2].map(() => ({ uid: old.uid, type: 'model', fullName: 'ada/tides', isDeleted: true })),
    )
  })

  test('names things as they were then: a repo that moved is found by both of its names', async () => {
    await using t = await openTestApp({ database })
    const { uid } = await t.addRepo({ type: 'model', name: 'tides' })
    await t.call('/api/repos/move', { method: 'POST', as: 'ada', json: { fromRepo: 'ada/tides', toRepo: 'fleet/currents', type: 'model' } })
    const names = async (repo: string) =>
      (await read(t, `repo=${repo}`)).entries.map((entry) => [entry.topic, entry.repo?.fullName, entry.repo?.uid])
    const moved = ['repo.moved', 'fleet/currents', uid]
    const created = ['repo.created', 'ada/tides', uid]
    expect(await names('fleet/currents')).toEqual([moved, created])
    expect(await names('ada/tides')).toEqual([created])
    expect(await names('ada')).toEqual([created])
  })

  test('tells people by name and public id, never by the number of a row', async () => {
    await using t = await openTestApp({ database })
    const { uid } = await t.hub.db.read.selectFrom('account').select('uid').where('name', '=', 'ada').executeTakeFirstOrThrow()
    const [entry] = (await read(t, 'actor=ada&topic=org.member_changed')).entries
    expect(entry).toMatchObject({ actor: 'ada', actorUid: uid, details: { org: 'fleet', user: 'mia', userUid: t.actors.mia.uid } })
    const rows = await t.hub.db.read.selectFrom('audit').select('payload').execute()
    expect(rows.filter(({ payload }) => payload.includes('"userId"'))).toEqual([])
  })

  test('is searched by person, kind, time and address, in pages', async () => {
    await using t = await openTestApp({ database })
    for (const name of ['a', 'b', 'c']) await t.addRepo({ type: 'model', name })
    await t.call('/api/models/ada/a/like', { method: 'POST', as: 'eve' })
    expect((await read(t, 'actor=EVE&topic=repo')).entries.map(({ topic }) => topic)).toEqual(['repo.liked'])
    expect((await read(t, 'topic=repo.created')).entries).toHaveLength(3)
    expect((await read(t, 'topic=rep')).entries).toEqual([])
    expect((await read(t, 'topic=%25')).entries).toEqual([])
    expect((await read(t, 'address=local')).entries.map(({ topic }) => topic)).toEqual(['repo.liked'])
    expect((await read(t, 'since=2027-01-01')).entries).toEqual([])
    expect((await read(t, 'until=2026-01-01')).entries).toEqual([])
    const first = await read(t, 'topic=repo.created&limit=2')
    const next = new URL(/<([^>]+)>/.exec(first.next ?? '')?.[1] ?? '')
    expect((await read(t, next.search.slice(1))).entries.map(({ repo }) => repo?.fullName)).toEqual(['ada/a'])
  })

  test('is for administrators, and refuses strange questions', async () => {
    await using t = await openTestApp({ database })
    expect((await read(t, '', 'ada')).status).toBe(403)
    expect((await t.call('/api/admin/audit')).status).toBe(401)
    for (const query of ['since=soon', 'cursor=x', 'limit=0']) expect([query, (await read(t, query)).status]).toEqual([query, 400])
  })

  test('as a table that no spreadsheet runs', async () => {
    await using t = await openTestApp({ database })
    await t.call('/api/settings/webhooks', {
      method: 'POST',
      as: 'ada',
      json: { url: 'https://example.org', watched: [{ type: 'user', name: 'ada' }] },
    })
    const answer = await t.call('/api/admin/audit?format=csv&topic=webhook', { as: 'root' })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, row] = (await answer.text()).split('\r\n')
    expect(head).toBe('at,actor,topic,repo,address,via,request,details')
    expect(row).toMatch(/^2026-01-02T03:04:05\.000Z,ada,webhook\.changed,,local,token test,.+,"\{""uid"":/)
  })
})
