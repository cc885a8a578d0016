import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { median, writeResult } from './measure.ts'
import { openReaders } from './parts/event-readers.ts'
import { startHub } from './parts/hub-server.ts'
import { type RunningServer, startServer } from './parts/run-part.ts'

/*
 * How much memory does an idle live connection use, and how long does a like take to reach every client? Against a bare node:http server that sends
 * the same bytes, without access checks, outbox or database. `--quick` for fewer connections.
 */
const counts = process.argv.includes('--quick') ? [100, 1_000] : [100, 1_000, 10_000]
const rounds = 7
const dataDir = mkdtempSync(join(tmpdir(), 'portolan-bench-live-'))
// Each reader appears as a different client behind one proxy, because a single client is limited to fewer connections.
const hub = await startHub('any', dataDir, 4395, { PORTOLAN_TRUSTED_PROXIES: '1' })
const bare = await startServer(
  'any',
  [process.execPath, join(import.meta.dirname, 'parts/event-server.ts'), '4396'],
  'http://127.0.0.1:4396/',
)

interface Side {
  readonly server: RunningServer
  readonly stream: URL
  /** Causes one event; every second one undoes the previous one. */
  trigger(round: number): Promise<void>
}

const sides: Record<'hub' | 'bare', Side> = {
  hub: {
    server: hub,
    stream: new URL('http://127.0.0.1:4395/api/events?topic=repo:models/bench/files'),
    trigger: (round) => hub.like(round % 2 === 0),
  },
  bare: {
    server: bare,
    stream: new URL('http://127.0.0.1:4396/events'),
    trigger: async () => void (await fetch('http://127.0.0.1:4396/send', { method: 'POST' })),
  },
}

try {
  const result: Record<string, unknown> = { unit: 'KB per connection; milliseconds from the call that likes to the stream', rounds }
  // Costs of the first connections (compiled code, growing pools) must not count as costs of later ones.
  for (const side of Object.values(sides)) await (await openReaders(side.stream, 500)).close()
  for (const count of counts) {
    const measured = {} as Record<'hub' | 'bare', { kilobytes: number; median: number; last: number }>
    for (const name of ['bare', 'hub'] as const) {
      const { server, stream, trigger } = sides[name]
      await wait(2_000)
      const before = server.residentBytes()
      const readers = await openReaders(stream, count)
      await wait(3_000)
      const kilobytes = (server.residentBytes() - before) / 1024 / count
      const times = []
      for (let round = 0; round < rounds; round++) times.push(await readers.arrival(() => trigger(round)))
      if (rounds % 2 === 1) await trigger(rounds)
      measured[name] = { kilobytes, median: median(times.map((each) => each.median)), last: median(times.map((each) => each.last)) }
      await readers.close()
    }
    const ratio = (key: 'kilobytes' | 'median' | 'last') => measured.hub[key] / measured.bare[key]
    const pair = (key: 'kilobytes' | 'median' | 'last', digits: number) =>
      `${measured.hub[key].toFixed(digits)} and ${measured.bare[key].toFixed(digits)}`
    console.log(
      `live, ${count} idle connections: memory ${ratio('kilobytes').toFixed(2)} of a bare node:http stream (${pair('kilobytes', 1)} KB each) · ` +
        `a like reaches the last one in ${ratio('last').toFixed(2)} of its time (${pair('last', 1)} ms; the middle one ${pair('median', 1)} ms)`,
    )
    result[`connections${count}`] = { ratios: { kilobytes: ratio('kilobytes'), last: ratio('last'), median: ratio('median') }, ...measured }
  }
  writeResult('live', result)
} finally {
  await hub.stop()
  await bare.stop()
  rmSync(dataDir, { recursive: true })
}
