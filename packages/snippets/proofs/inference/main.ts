import { parseArgs } from 'node:util'
import { EarlierRuns } from './earlier-runs.ts'
import { counted, Tally, writeFigures } from './figures.ts'
import { inferenceMatrix, representative } from './matrix.ts'
import { clientsAreInstalled, openWorkshop } from './client-sandbox.ts'

/*
 * npm run prove:requests -- [--full [--record] [--resume]] [--only TEXT] [--parallel N]
 *
 * Runs printed inference code with the real clients against a recorder, and compares the sent request with the one that was built: for a
 * representative subset, for all calls with --full, or for the calls whose name (`task/provider/hub or huggingface/option`) contains a text. --record
 * writes the figures (src/proofs/inference.json, docs/inference-proofs.md). --resume skips snippets that passed earlier the same day with the same
 * releases.
 */
const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    only: { type: 'string' },
    parallel: { type: 'string', default: '4' },
  },
})
if (!clientsAreInstalled()) {
  console.error('The clients are missing; provide them with: bash scripts/test/inference-clients.sh')
  process.exit(2)
}
if (values.record && (!values.full || values.only !== undefined)) {
  console.error('Only figures of the whole matrix are recorded: --full --record, without --only')
  process.exit(2)
}
const matrix = inferenceMatrix(values.only)
const work = values.full || values.only !== undefined ? matrix.work : representative(matrix.work)
console.log(`${matrix.calls} calls, ${matrix.snippets} snippets, ${matrix.work.length} different, ${work.length} to run`)
const started = performance.now()
const tally = new Tally()
const earlier = values.resume ? new EarlierRuns() : null
let ran = 0
{
  await using workshop = await openWorkshop(Number(values.parallel))
  const runs = work.map(async (each) => {
    const release = tally.releaseOf(each.snippet)
    const known = earlier?.find(each, release)
    if (known) {
      tally.add(each, known)
      ran++
      return
    }
    const run = await workshop.run(each.snippet, each.scene)
    tally.add(each, counted(run))
    earlier?.add(each, release, counted(run))
    if (++ran % 1000 === 0) console.log(`${ran} ran`)
    if (run.differences.length === 0) return
    console.log(
      `DIFFERS ${each.snippet.language} ${each.snippet.client}: ${each.cases[0]}${each.cases.length > 1 ? ` and ${each.cases.length - 1} more` : ''}`,
    )
    for (const difference of run.differences) console.log(`        ${difference}`)
  })
  await Promise.all(runs)
}
for (const { language, client, release, ...figures } of tally.clients)
  console.log(
    `${language.padEnd(10)} ${client.padEnd(15)} ${release.padEnd(32)} ${figures.ran} ran, ${figures.different} differ; looked up at ${JSON.stringify(figures.lookedUpAt)}, ${figures.polled} waited for a job`,
  )
console.log(`${Math.round((performance.now() - started) / 1000)} s`)
const different = tally.clients.reduce((sum, figures) => sum + figures.different, 0)
if (values.record && different === 0) {
  const { calls, refused, snippets } = matrix
  writeFigures({ date: new Date().toISOString().slice(0, 10), calls, refused, snippets, clients: tally.clients })
  console.log('Recorded.')
}
process.exitCode = different === 0 && ran > 0 ? 0 : 1
