import { checkNames, runChecks } from './checks.ts'
import { migrationProblems } from './migrations.ts'

/*
 * `npm run check` checks everything that does not require running the product: format, lint, types, boundaries and more, one line per check.
 * `npm run check -- boundaries format` runs only the named checks; `--json` prints machine-readable results, `--record-migrations` records new
 * migrations first.
 */
const asked = process.argv.slice(2).filter((word) => word !== '--json' && word !== '--record-migrations')
const unknown = asked.filter((word) => !checkNames.includes(word))
if (unknown.length > 0) {
  console.error(`Unknown check ${unknown.join(', ')}. Known: ${checkNames.join(', ')}`)
  process.exit(2)
}
if (process.argv.includes('--record-migrations')) migrationProblems({ record: true })
const results = runChecks(asked.length === 0 ? checkNames : asked)
if (process.argv.includes('--json')) console.log(JSON.stringify(results))
else
  for (const { name, problems, skipped } of results)
    if (skipped !== undefined) console.log(`skipped ${name}: ${skipped}`)
    else console.log(problems === '' ? `ok      ${name}` : `FAILED  ${name}\n${problems}\n`)
process.exit(results.every(({ problems }) => problems === '') ? 0 : 1)
