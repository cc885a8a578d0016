import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { committedTable, documentFile, recordedCalls, tableFile } from './files.ts'
import { markdownOf } from './markdown.ts'
import { lostCalls, tableOf } from './table.ts'

/*
 * `npm run compatibility`: compares the calls that the last run of the client tests made with the committed table. Exits with code 1 if a call that
 * the table lists as working did not work in the run.
 *   --record           replaces the committed table with the run's, and writes docs/compatibility.md
 *   --record --drop    even if calls that worked are lost
 */
const record = process.argv.includes('--record')
const run = tableOf(recordedCalls())
if (run.length === 0) {
  console.error('No run is recorded. The tests of the clients do it: npm test -- e2e')
  process.exit(2)
}
const { lost, missing } = lostCalls(committedTable(), run)
for (const name of missing) console.log(`not run: ${name}`)
for (const name of lost) console.log(`lost: ${name}`)
const total = run.reduce((sum, { calls }) => sum + calls.length, 0)
console.log(`${run.length} clients, ${total} calls, ${lost.length} lost`)
if (record) {
  if ((lost.length > 0 || missing.length > 0) && !process.argv.includes('--drop')) {
    console.error('Nothing was written: the run lacks what the table has. Run all client tests, or add --drop.')
    process.exit(1)
  }
  mkdirSync(dirname(tableFile), { recursive: true })
  writeFileSync(tableFile, `${JSON.stringify(run, null, 2)}\n`)
  spawnSync('oxfmt', [tableFile], { stdio: 'inherit' })
  writeFileSync(documentFile, markdownOf(run))
  console.log('written: docs/compatibility.md and the table of the page')
} else if (lost.length > 0) process.exit(1)
