import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { postgresOptions } from '../db/open-postgres.ts'
import { databases, openTestHub, testPostgresUrl, type TestHub } from '../../testing/open-test-hub.ts'
import { positionOf, toCursor, eventsKeptMs } from './event-cursor.ts'
import { currentPosition, eventsSince, pageOfEvents, type StoredEvent } from './event-log.ts'
import { startEventReader } from './event-reader.ts'
import { pruneEvents, storedPositions } from './prune-events.ts'
import { recordEvent } from './record-event.ts'

async function record(hub: TestHub, ...names: readonly string[]): Promise<void> {
  await hub.db.write(async (tx) => {
    for (const name of names) await recordEvent(tx, hub, { topic: 'repo.created', actor: null, payload: { name } })
  })
}

const namesOf = (events: readonly StoredEvent[]) => events.map(({ payload }) => payload['name'])

describe.for(databases)('the outbox on %s', (database) => {
  test('a reader gets each event once, in order, and starts at the end', async () => {
    await using hub = await openTestHub({ database })
    await record(hub, 'before')
    const seen: unknown[] = []
    await using reader = await startEventReader(hub, async ({ events }) => void seen.push(...namesOf(events)))
    await record(hub, 'a', 'b')
    await record(hub, 'c')
    await reader.catchUp()
    await reader.catchUp()
    expect(seen).toEqual(['a', 'b', 'c'])
  })

  test('a change that is rolled back has no event', async () => {
    await using hub = await openTestHub({ database })
    const start = await currentPosition(hub.db.read, database)
    await expect(
      hub.db.write(async (tx) => {
        await recordEvent(tx, hub, { topic: 'repo.created', actor: null, payload: { name: 'never' } })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await record(hub, 'real')
    expect(namesOf((await eventsSince(hub.db.read, database, start, 10)).events)).toEqual(['real'])
  })

  test('many writers at once: a reader that looks all the time misses none and repeats none', async () => {
    await using hub = await openTestHub({ database })
    const seen: unknown[] = []
    await using reader = await startEventReader(hub, async ({ events }) => void seen.push(...namesOf(events)))
    const names = Array.from({ length: 120 }, (_, i) => `e${i}`)
    await Promise.all(names.map((name) => record(hub, name)))
    await reader.catchUp()
    expect({ n: seen.length, names: new Set(seen) }).toEqual({ n: names.length, names: new Set(names) })
  })

  test('more than asked for is cut, says so, and the position is after all of it', async () => {
    await using hub = await openTestHub({ database })
    const start = await currentPosition(hub.db.read, database)
    await record(hub, 'a', 'b', 'c')
    const exact = await eventsSince(hub.db.read, database, start, 3)
    expect({ names: namesOf(exact.events), isCut: exact.isCut }).toEqual({ names: ['a', 'b', 'c'], isCut: false })
    const cut = await eventsSince(hub.db.read, database, start, 2)
    expect({ names: namesOf(cut.events), isCut: cut.isCut }).toEqual({ names: ['a', 'b'], isCut: true })
    expect((await eventsSince(hub.db.read, database, cut.position, 2)).events).toEqual([])
  })

  test('a backlog comes in pages, without gaps, whoever writes meanwhile', async () => {
    await using hub = await openTestHub({ database })
    let position = await currentPosition(hub.db.read, database)
    const names = Array.from({ length: 7 }, (_, i) => `e${i}`)
    await record(hub, ...names)
    const seen: unknown[] = []
    for (let more = true; more;) {
      const page = await pageOfEvents(hub.db.read, database, position, 3)
      if (page === null) throw new Error('not from here')
      seen.push(...namesOf(page.events))
      position = page.position
      if (seen.length === 3) await record(hub, 'meanwhile')
      more = page.hasMore
    }
    expect(seen).toEqual([...names, 'meanwhile'])
    expect(await pageOfEvents(hub.db.read, database, position, 3)).toMatchObject({ events: [], hasMore: false })
  })

  test('a position of another database is known as one', async () => {
    await using hub = await openTestHub({ database })
    for (const strange of database === 'sqlite' ? ['1:2:', 'x', ''] : ['1', 'x', '', '999999999999:999999999999:'])
      expect([strange, await pageOfEvents(hub.db.read, database, strange, 3)]).toEqual([strange, null])
  })

  test('pruning keeps what a reader with a stored position has yet to see', async () => {
    await using hub = await openTestHub({ database })
    await record(hub, 'seen')
    const value = await currentPosition(hub.db.read, database)
    await hub.db.write((tx) => tx.insertInto('setting').values({ name: storedPositions.webhooks, value }).execute())
    await record(hub, 'a', 'b', 'c')
    hub.tick(2 * eventsKeptMs)
    expect(await pruneEvents(hub)).toBe(1)
    const page = await pageOfEvents(hub.db.read, database, value, 2)
    // In the middle of a page, nothing of it goes.
    await hub.db.write((tx) =>
      tx
        .updateTable('setting')
        .set({ value: page?.position ?? '' })
        .where('name', '=', storedPositions.webhooks)
        .execute(),
    )
    await pruneEvents(hub)
    expect(namesOf((await pageOfEvents(hub.db.read, database, page?.position ?? '', 2))?.events ?? [])).toEqual(['c'])
  })

  test('a cursor leads back to its place; malformed, old and foreign ones to none', async () => {
    await using hub = await openTestHub({ database })
    await record(hub, 'a')
    const position = await currentPosition(hub.db.read, database)
    const cursor = toCursor(position, hub.now().getTime())
    expect(await positionOf(hub, cursor)).toBe(position)
    const at = hub.now().getTime().toString(36)
    const positions = database === 'sqlite' ? ['999999999999999', '1:1:'] : ['1', '1:99999999999999999:']
    const malformed = ['', '-1', '1e3', '1:2', '2:1:', '0:0:', '1:9:3,2', '1:3:3', "1:2:'", '1;drop table event', '1'.repeat(9_000)]
    const strange = [
      '',
      '.',
      'x',
      '1',
      'zzzzzzzzz.1',
      `${at}.1:5:${Array(3_000).fill('2').join(',')}`,
      ...[...positions, ...malformed].map((each) => `${at}.${each}`),
    ]
    for (const text of strange) expect([text.slice(0, 40), await positionOf(hub, text)]).toEqual([text.slice(0, 40), null])
    hub.tick(eventsKeptMs)
    expect(await positionOf(hub, cursor)).toBe(null)
  })

  test('pruning keeps what may still be asked for, who got rights, and never lets an id come twice', async () => {
    await using hub = await openTestHub({ database })
    await record(hub, 'old', 'old too')
    await hub.db.write((tx) => recordEvent(tx, hub, { topic: 'token.revoked', actor: 'ada', payload: { name: 'trail' } }))
    hub.tick(eventsKeptMs / 2)
    await record(hub, 'young')
    hub.tick(eventsKeptMs / 2 + 1)
    expect(await pruneEvents(hub)).toBe(2)
    const left = async () =>
      (await hub.db.read.selectFrom('event').select('payload').orderBy('id').execute()).map(
        ({ payload }) => JSON.parse(payload).name as string,
      )
    expect(await left()).toEqual(['trail', 'young'])
    hub.tick(10 * eventsKeptMs)
    const before = await currentPosition(hub.db.read, database)
    await pruneEvents(hub)
    await record(hub, 'next')
    expect(namesOf((await eventsSince(hub.db.read, database, before, 10)).events)).toEqual(['next'])
  })
})

describe.skipIf(testPostgresUrl === null)('the outbox on Postgres alone', () => {
  /** A transaction that someone else has open. */
  async function openTransaction(hub: TestHub, name: string): Promise<{ commit(): Promise<void> }> {
    if (hub.db.location.dialect !== 'postgres') throw new Error('Postgres only')
    const client = new pg.Client(postgresOptions(hub.db.location.url, hub.db.location.schema))
    await client.connect()
    await client.query('begin')
    await client.query(`insert into event(at, topic, payload) values ($1, 'repo.created', $2)`, [
      hub.now().getTime(),
      JSON.stringify({ name }),
    ])
    return {
      async commit() {
        await client.query('commit')
        await client.end()
      },
    }
  }

  test('a smaller id that commits later is not passed over, and one that waits holds up nobody', async () => {
    await using hub = await openTestHub({ database: 'postgres' })
    const seen: unknown[] = []
    await using reader = await startEventReader(hub, async ({ events }) => void seen.push(...namesOf(events)))
    const slow = await openTransaction(hub, 'slow')
    await record(hub, 'quick')
    await reader.catchUp()
    expect(seen).toEqual(['quick'])
    const midway = toCursor(reader.position, hub.now().getTime())
    await record(hub, 'quick too')
    await reader.catchUp()
    await slow.commit()
    await reader.catchUp()
    expect(seen).toEqual(['quick', 'quick too', 'slow'])
    // A reader that stopped in between also gets the slow one, and nothing twice.
    const position = await positionOf(hub, midway)
    expect(namesOf((await eventsSince(hub.db.read, 'postgres', position ?? '', 10)).events)).toEqual(['slow', 'quick too'])
  })

  test('a page leaves out what is open, and the next one has it, also with a smaller id', async () => {
    await using hub = await openTestHub({ database: 'postgres' })
    const start = await currentPosition(hub.db.read, 'postgres')
    const slow = await openTransaction(hub, 'slow')
    await record(hub, 'a', 'b', 'c')
    const first = await pageOfEvents(hub.db.read, 'postgres', start, 2)
    await slow.commit()
    const second = await pageOfEvents(hub.db.read, 'postgres', first?.position ?? '', 2)
    const third = await pageOfEvents(hub.db.read, 'postgres', second?.position ?? '', 2)
    expect([first, second, third].map((page) => namesOf(page?.events ?? []))).toEqual([['a', 'b'], ['c'], ['slow']])
  })

  test('rows of a restored database, whose transactions lie ahead, are not taken for new ones each time', async () => {
    await using hub = await openTestHub({ database: 'postgres' })
    const start = await currentPosition(hub.db.read, 'postgres')
    await hub.db.write((tx) =>
      sql`insert into event(at, topic, payload, xid) values (1, 'repo.created', '{"name":"restored"}', '9000000000'::xid8)`.execute(tx),
    )
    await record(hub, 'new')
    expect(namesOf((await eventsSince(hub.db.read, 'postgres', start, 10)).events)).toEqual(['new'])
  })

  test('another process is woken by the database, not by its own clock', async () => {
    await using hub = await openTestHub({ database: 'postgres' })
    let heard: (value: unknown) => void = () => {}
    const first = new Promise((resolve) => (heard = resolve))
    if (hub.db.location.dialect !== 'postgres') throw new Error('Postgres only')
    const other = new pg.Client(postgresOptions(hub.db.location.url, hub.db.location.schema))
    await other.connect()
    other.on('notification', ({ channel }) => heard(channel))
    await other.query(`listen "portolan_event_${hub.db.location.schema}"`)
    await Promise.all(['a', 'b', 'c'].map((name) => record(hub, name)))
    expect(await first).toBe(`portolan_event_${hub.db.location.schema}`)
    await other.end()
  })
})
