import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../packages/hub/src/foundation/db/open-sqlite.ts'
import { interleaved, median, roundsOr, writeResult } from './measure.ts'

/*
 * How many small durable transactions a second does SQLite take from 32 writers at a time, and for how long does each hold the serving thread?
 * Compared with the same transactions where SQLite itself flushes each commit (`synchronous=FULL`), on the same disk.
 */
const writers = 32
const perWriter = 40
const rounds = roundsOr(7)
// On disk, not in memory.
const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-flush-'))
const db = await openSqlite(join(folder, 'hub.db'))
const peer = new DatabaseSync(join(folder, 'peer.db'))
peer.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE setting (name text primary key, value text not null)')
const insert = peer.prepare('insert into setting values (?, ?)')
const value = 'x'.repeat(1_000)
let serial = 0
const held: Record<string, number[]> = { hub: [], peer: [] }

/** Transactions a second; the thread's time per transaction is kept in `held`, as the longest wait of a timer. */
async function measure(name: 'hub' | 'peer', write: () => Promise<unknown>): Promise<number> {
  let last = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 1)
    last = performance.now()
  }, 1)
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let i = 0; i < perWriter; i++) await write()
    }),
  )
  const seconds = (performance.now() - begin) / 1_000
  clearInterval(timer)
  held[name]?.push(longest)
  return (writers * perWriter) / seconds
}

try {
  const name = () => `bench-${serial++}`
  const all = await interleaved(
    {
      hub: () => measure('hub', () => db.write((tx) => tx.insertInto('setting').values({ name: name(), value }).execute())),
      peer: () =>
        measure('peer', async () => {
          peer.exec('begin immediate')
          insert.run(name(), value)
          peer.exec('commit')
          // As a server would between two requests.
          await new Promise((resolve) => setImmediate(resolve))
        }),
    },
    rounds,
  )
  const medians = { hub: median(all.hub), peer: median(all.peer) }
  const longest = { hub: median(held['hub'] ?? []), peer: median(held['peer'] ?? []) }
  const ratio = medians.hub / medians.peer
  console.log(
    `durable commits, 32 writers: ${ratio.toFixed(2)} of synchronous=FULL (goal 1) · ${medians.hub.toFixed(0)} and ${medians.peer.toFixed(0)} a second · ` +
      `longest wait of the event loop ${longest.hub.toFixed(1)} and ${longest.peer.toFixed(1)} ms`,
  )
  writeResult('commit-flush', { unit: 'transactions a second, median', rounds, ratio, goal: 1, medians, longestWaitMs: longest, all })
} finally {
  await db.close()
  peer.close()
  rmSync(folder, { recursive: true })
}
