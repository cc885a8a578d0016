import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runChecks } from '../check/checks.ts'
import { root } from '../check/sources.ts'
import { committedTable, recordedCalls } from '../compatibility/files.ts'
import { lostCalls, tableOf } from '../compatibility/table.ts'
import { noCounts, playwrightCounts, vitestCounts, type Counts } from './counts.ts'
import { lastFullRun, planPrintedCode, printedCodeHash, recordFullRun } from './printed-code.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'
import { startS3, type TestS3 } from './s3-server.ts'
import { findTools, type Tool } from './tools.ts'

/*
 * `npm test` runs everything and ends with the plain line `N passed, N failed, N skipped`.
 * `npm test -- checks unit prove e2e web` runs only the named parts; `--full` and `--part=2/4` set how much of the printed code is proven and run
 * (`printed-code.ts`). Parts that need something missing on the machine are skipped by name, with the command to provide it; with CI=true a skip is a
 * failure.
 */
const parts = ['checks', 'unit', 'prove', 'e2e', 'web'] as const
type Part = (typeof parts)[number]

const options = process.argv.slice(2).filter((word) => word === '--full' || word.startsWith('--part='))
const asked = process.argv.slice(2).filter((word) => !options.includes(word))
const unknown = asked.filter((word) => !parts.some((part) => part === word))
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}. Known: ${parts.join(', ')}; --full, --part=2/4`)
  process.exit(2)
}
const wanted = (part: Part): boolean => asked.length === 0 || asked.includes(part)

const reports = join(root, '.cache/test')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total = noCounts()
const printedCode = printedCodeHash()
const lastFull = lastFullRun()
const plan = planPrintedCode(options, printedCode, lastFull, new Date())
if (wanted('prove') || wanted('e2e')) console.log(`Printed code: ${plan.reason}`)
if (plan.part) process.env['PORTOLAN_PROOF_PART'] = `${plan.part.number}/${plan.part.of}`
takeTools()

let postgres: TestPostgres | null = null
let s3: TestS3 | null = null
try {
  const bin = process.env['PORTOLAN_POSTGRES_BIN']
  if (process.env['PORTOLAN_TEST_POSTGRES_URL'] === undefined && bin !== undefined && (wanted('unit') || wanted('e2e'))) {
    postgres = await startPostgres(bin)
    process.env['PORTOLAN_TEST_POSTGRES_URL'] = postgres.url
  }
  const s3Server = process.env['PORTOLAN_TEST_S3_SERVER']
  if (process.env['PORTOLAN_TEST_S3_URL'] === undefined && s3Server !== undefined && (wanted('unit') || wanted('e2e'))) {
    s3 = await startS3(s3Server)
    process.env['PORTOLAN_TEST_S3_URL'] = s3.url
  }
  if (wanted('checks')) await add('checks', checkCounts)
  // Use all cores: by default, Vitest leaves one to the runner, which has little to do.
  if (wanted('unit'))
    await add('unit', () => vitest('unit', ['--project', '@portolan/*', '--project', 'scripts', `--maxWorkers=${availableParallelism()}`]))
  if (wanted('prove')) await add('prove', prove)
  if (wanted('e2e') || wanted('web')) await environments()
  // Side by side: each of them leaves processors idle at times.
  await Promise.all([
    wanted('web') && process.env['PORTOLAN_CHROMIUM'] !== undefined ? add('web', () => playwright(wanted('e2e'))) : null,
    wanted('e2e') ? add('e2e', () => vitest('e2e', ['--project', 'e2e'])).then(() => add('compatibility', compatibility)) : null,
  ])
} finally {
  postgres?.stop()
  s3?.stop()
}

for (const { path, skips, name, provide } of takeTools())
  if (path === null) total.skipped.push(`${skips}: ${name} is missing; provide it with: ${provide}`)
for (const name of total.skipped) console.log(`skipped: ${name}`)
// Repeated at the end, where readers look first.
for (const each of total.failed) console.log(`FAILED  ${each}`)
console.log(`${total.passed} passed, ${total.failed.length} failed, ${total.skipped.length} skipped`)
const isWhole = plan.part === null && wanted('prove') && wanted('e2e')
if (isWhole && total.failed.length + total.skipped.length === 0 && lastFull?.sha256 !== printedCode && process.env['CI'] !== 'true') {
  recordFullRun({ sha256: printedCode, date: new Date().toISOString().slice(0, 10) })
  console.error('Printed code passed in full: commit e2e/snippets/full-run.json, and parts of it are enough until it changes.')
}
const mayNotSkip = process.env['CI'] === 'true' && total.skipped.length > 0
if (mayNotSkip) console.error('With CI=true nothing may be skipped.')
process.exit(total.failed.length > 0 || mayNotSkip ? 1 : 0)

/** Sets the variables that point the tests to the tools on this machine. */
function takeTools(): Tool[] {
  const tools = findTools()
  for (const { variable, path } of tools) if (path !== null) process.env[variable] = path
  return tools
}

/**
 * With PORTOLAN_TEST_ENVIRONMENTS=FILE, another process installs the dependencies of the end-to-end parts while the other parts run, and writes its
 * exit status into the file when it is done.
 */
async function environments(): Promise<void> {
  const file = process.env['PORTOLAN_TEST_ENVIRONMENTS']
  if (file === undefined) return
  if (!existsSync(file)) console.log('Waiting for the environments of the end-to-end parts.')
  while (!existsSync(file)) await delay(1000)
  const status = readFileSync(file, 'utf8').trim()
  if (status !== '0') throw new Error(`The environments of the end-to-end parts could not be installed (exit status ${status})`)
  takeTools()
}

async function add(part: Part | 'compatibility', run: () => Counts | Promise<Counts>): Promise<void> {
  const start = performance.now()
  const counts = await run()
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(`-- ${part}: ${counts.passed} passed, ${counts.failed.length} failed, ${counts.skipped.length} skipped, in ${seconds} s\n`)
  total.passed += counts.passed
  total.failed.push(...counts.failed)
  total.skipped.push(...counts.skipped)
}

/** Checks that every call that works according to the compatibility table worked in this run. */
function compatibility(): Counts {
  const { lost, missing } = lostCalls(committedTable(), tableOf(recordedCalls()))
  return { passed: lost.length === 0 ? 1 : 0, failed: lost, skipped: missing.map((name) => `compatibility of ${name}: was not run`) }
}

function checkCounts(): Counts {
  const counts = noCounts()
  for (const { name, problems, skipped } of runChecks()) {
    console.log(problems === '' ? `${skipped === undefined ? 'ok     ' : 'skipped'} ${name}` : `FAILED  ${name}\n${problems}\n`)
    if (skipped !== undefined) counts.skipped.push(`${name}: ${skipped}`)
    else if (problems === '') counts.passed++
    else counts.failed.push(`${name}\n${problems}`)
  }
  return counts
}

/**
 * Runs a program to its end. Its reports say what failed, so its exit status is not looked at.
 * @param isLater prints its output when it has ended, so that it does not mix with that of another program
 */
async function runProgram(
  program: string,
  args: readonly string[],
  options: { isLater?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const { isLater = false, env = process.env } = options
  const output: Buffer[] = []
  const child = spawn(program, args, { cwd: root, env, stdio: isLater ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => output.push(piece))
  await once(child, 'close')
  process.stdout.write(Buffer.concat(output))
}

async function vitest(part: Part, args: string[]): Promise<Counts> {
  const report = join(reports, `${part}.json`)
  await runProgram('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  return vitestCounts(report)
}

/** Runs the proofs of printed code against the packages' current releases: a name that no longer exists is a failure. */
async function prove(): Promise<Counts> {
  const report = join(reports, 'prove.json')
  const part = plan.part ? ['--part', `${plan.part.number}/${plan.part.of}`] : []
  await runProgram(process.execPath, [join(root, 'packages/snippets/proofs/main.ts'), '--report', report, ...part])
  return existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as Counts)
    : { ...noCounts(), failed: ['prove: the report is missing'] }
}

/** @param isLater prints its output when it has ended */
async function playwright(isLater: boolean): Promise<Counts> {
  const report = join(reports, 'web.json')
  await runProgram('playwright', ['test', '--reporter=list,json'], {
    isLater,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  return playwrightCounts(report)
}
