import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.ts'

/*
 * Deployed databases have run the migrations that have landed, so their files never change, and new ones come after all of them. `hashes.json` next
 * to them lists the landed ones by SHA-256. `npm run check -- --record-migrations` adds new ones.
 */
const recordFile = 'hashes.json'
const fileName = /^(\d{4})-[a-z0-9-]+\.ts$/

/** File names and their SHA-256, in order. */
type Landed = Readonly<Record<string, string>>

/** Returns the folder of the hub's migrations. */
export function migrationsFolder(): string {
  const [found] = globSync('packages/hub/src/**/migrations', { cwd: root })
  if (found === undefined) throw new Error('The hub has no folder of migrations')
  return join(root, found)
}

/**
 * Returns one line per broken rule; empty if there are none.
 * @param options.record records the new migrations, if no rule is broken. Migrations already recorded are not updated.
 */
export function migrationProblems({ folder = migrationsFolder(), record = false } = {}): string[] {
  const landed = readLanded(folder)
  const files = filesIn(folder)
  const unrecorded = files.filter((file) => landed[file] === undefined)
  const problems = files.filter((file) => !fileName.test(file)).map((file) => `${file}: a migration is called 0002-what-it-does.ts`)
  for (const [file, sha256] of Object.entries(landed)) {
    if (!files.includes(file)) problems.push(`${file}: has landed and is missing`)
    else if (hashOf(folder, file) !== sha256) problems.push(`${file}: has landed and was changed; write a new migration instead`)
  }
  problems.push(...wrongNumbers(landed, unrecorded))
  if (!record) return [...problems, ...unrecorded.map((file) => `${file}: is new; record it with npm run check -- --record-migrations`)]
  if (problems.length === 0) {
    const added = Object.fromEntries(unrecorded.map((file) => [file, hashOf(folder, file)]))
    writeFileSync(join(folder, recordFile), `${JSON.stringify({ ...landed, ...added }, null, 2)}\n`)
  }
  return problems
}

function wrongNumbers(landed: Landed, unrecorded: readonly string[]): string[] {
  let last = Math.max(0, ...Object.keys(landed).map(numberOf))
  const problems: string[] = []
  for (const file of unrecorded) {
    if (numberOf(file) <= last)
      problems.push(`${file}: its number has to be greater than ${String(last).padStart(4, '0')}, the last one there is`)
    last = Math.max(last, numberOf(file))
  }
  return problems
}

function numberOf(file: string): number {
  return Number(fileName.exec(file)?.[1] ?? 0)
}

function filesIn(folder: string): string[] {
  return globSync('*.ts', { cwd: folder }).toSorted()
}

function readLanded(folder: string): Landed {
  const file = join(folder, recordFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Landed) : {}
}

function hashOf(folder: string, file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
}
