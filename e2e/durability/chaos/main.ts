import { parseArgs } from 'node:util'
import { findTools } from '../../../scripts/test/tools.ts'
import { type ChaosReport, faultsOf, runChaos } from './run-chaos.ts'

/*
 * `npm run chaos -- --rounds=50 --outages=20 --servers=3`: kills servers, Postgres and the S3 server under load, and verifies that nothing acknowledged
 * was lost. Takes about 10 seconds a round.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    outages: { type: 'string', default: '20' },
    servers: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
})
const tools = findTools()
const [postgres, s3] = ['PORTOLAN_POSTGRES_BIN', 'PORTOLAN_TEST_S3_SERVER'].map((variable) => {
  const tool = tools.find((each) => each.variable === variable)
  const path = tool?.path ?? null
  if (path === null) {
    console.error(`${tool?.name} is missing. Install it: ${tool?.provide}`)
    process.exit(2)
  }
  return path
})
const report = await runChaos({
  servers: Number(values.servers),
  kills: Number(values.rounds),
  outages: Number(values.outages),
  tools: { postgres: postgres ?? '', s3: s3 ?? '' },
  say: (line) => console.error(line),
})
if (values.json) console.log(JSON.stringify(report, null, 2))
else print(report)
process.exit(Object.values(faultsOf(report)).every((fault) => (typeof fault === 'number' ? fault : fault.length) === 0) ? 0 : 1)

function print({ acknowledged, refused, messages, collections, crashes: ended, ...rest }: ChaosReport): void {
  const total = Object.values(acknowledged).reduce((sum, count) => sum + count, 0)
  console.log(
    `acknowledged: ${total} (${Object.entries(acknowledged)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ')})`,
  )
  for (const name of ['lost', 'halfVisible', 'damaged', 'dropped', 'duplicated'] as const) {
    console.log(`${name}: ${rest[name].length}`)
    for (const line of rest[name].slice(0, 20)) console.log(`  ${line}`)
  }
  console.log(`servers that ended by themselves: ${ended}`)
  console.log(`webhook messages: ${messages}; runs of garbage collection: ${collections}`)
  console.log(
    `after kill -9, the other servers: ${spread(rest.othersAfterKill)}; the killed one, with its start: ${spread(rest.killedAfterKill)}`,
  )
  for (const [kind, times] of Object.entries(rest.afterOutage)) console.log(`after "${kind}": ${spread(times)}`)
  console.log('not acknowledged:')
  for (const [how, count] of Object.entries(refused)) console.log(`  ${count} × ${how}`)
}

/** Median and maximum of times in milliseconds. */
function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  return `median ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, longest ${Math.round(sorted.at(-1) ?? 0)} ms`
}
