import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { interleaved, median, writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { benchToken, startHub } from './parts/hub-server.ts'
import { runPart, startServer } from './parts/run-part.ts'

/*
 * How much latency does the router add to a stream? A mock upstream stamps each token with the time it was sent; streams are read directly and
 * through the hub, taking turns: hub on one core, client and upstream on the other. Goals for 100 concurrent streams: less than 1 ms added in the
 * median, the first token forwarded within 5 ms.
 */
interface Spread {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}
interface Measured {
  readonly seconds: number
  readonly events: number
  readonly streams: number
  /** From the upstream to the client. Milliseconds. */
  readonly token: Spread
  readonly firstToken: Spread
  /** From the request to the first token. Milliseconds. */
  readonly untilFirst: Spread
}

const atOnce = 100
const rounds = 7
const folder = benchFolder('router')
const data = join(folder.path, 'data')
mkdirSync(data)
const file = join(folder.path, 'inference.yaml')
const upstream = 'http://127.0.0.1:4297/v1'
writeFileSync(
  file,
  `upstreams:\n  - { name: mock, kind: openai, url: "${upstream}", probe: false, models: [{ id: bench/files, upstream: bench }] }\n`,
)
const mock = await startServer(1, [process.execPath, join(import.meta.dirname, 'parts/mock-upstream.ts'), '4297'], `${upstream}/models`)
// If the hub does not start, do not leave the upstream running.
const hub = await startHub(0, data, 4296, { PORTOLAN_INFERENCE_FILE: file, PORTOLAN_ENGINE: 'off' }).catch(async (error: unknown) => {
  await mock.stop()
  throw error
})
try {
  const all: Record<'direct' | 'router', Measured[]> = { direct: [], router: [] }
  const run = (way: 'direct' | 'router', streams: number, tokens: number, everyMs: number) => async () => {
    const base = way === 'direct' ? upstream : `${hub.origin}/v1`
    const numbers = [atOnce, streams, tokens, everyMs].map(String)
    const measured = await runPart<Measured>(1, 'stream-client.ts', `${base}/chat/completions`, benchToken, 'bench/files', ...numbers)
    all[way].push(measured)
    return measured.events / measured.seconds
  }
  const of = (way: 'direct' | 'router', pick: (measured: Measured) => number) => median(all[way].map(pick))
  const added = (pick: (measured: Measured) => number) => of('router', pick) - of('direct', pick)
  await interleaved({ direct: run('direct', 200, 20, 0), router: run('router', 200, 20, 0) }, 2)

  // A token every 40 ms is a fast model; 100 of them are 2,500 tokens a second.
  all.direct = []
  all.router = []
  const before = hub.cpuSeconds()
  await interleaved({ direct: run('direct', 300, 50, 40), router: run('router', 300, 50, 40) }, rounds)
  const cpuPerThousand = ((hub.cpuSeconds() - before) / (rounds * 300 * 50)) * 1e6
  const paced = structuredClone(all)
  const latency = {
    added: { token: added((m) => m.token.p50), firstToken: added((m) => m.firstToken.p50), untilFirst: added((m) => m.untilFirst.p50) },
    addedP95: { token: added((m) => m.token.p95), untilFirst: added((m) => m.untilFirst.p95) },
    firstTokenForwarded: { p50: of('router', (m) => m.firstToken.p50), p95: of('router', (m) => m.firstToken.p95) },
  }
  const ms = (value: number): string => value.toFixed(2)
  console.log(
    `router, ${atOnce} streams at 25 tokens/s: adds ${ms(latency.added.token)} ms to a token in the median (goal under 1), ${ms(latency.addedP95.token)} ms at p95 · ` +
      `${ms(latency.added.untilFirst)} ms to the time until the first token · first token with the client ${ms(latency.firstTokenForwarded.p50)} ms after it ` +
      `was sent, p95 ${ms(latency.firstTokenForwarded.p95)} (goal 5) · hub CPU ${cpuPerThousand.toFixed(1)} ms per 1,000 tokens`,
  )

  all.direct = []
  all.router = []
  const speeds = await interleaved({ direct: run('direct', 1_000, 100, 0), router: run('router', 1_000, 100, 0) }, rounds)
  const throughput = { direct: median(speeds.direct), router: median(speeds.router) }
  const ratio = throughput.router / throughput.direct
  console.log(
    `router, ${atOnce} streams as fast as they go: ${ratio.toFixed(2)} of direct · ${throughput.router.toFixed(0)} and ${throughput.direct.toFixed(0)} tokens/s`,
  )
  writeResult('router', {
    unit: 'ms; tokens/s',
    atOnce,
    rounds,
    goal: { addedMs: 1, firstTokenMs: 5 },
    latency,
    hubCpuMsPerThousandTokens: cpuPerThousand,
    throughput,
    ratio,
    paced,
    all,
  })
} finally {
  await hub.stop()
  await mock.stop()
  rmSync(folder.path, { recursive: true })
}
