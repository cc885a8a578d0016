import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Where the test files write the calls they made; `npm run compatibility` turns them into the table. */
export const callRecordFolder = process.env['PORTOLAN_E2E_CALLS'] ?? join(root, '.cache/test/calls')

/** One call of a client, with its outcome as seen by a test. */
export interface NotedCall {
  /** The package or program, and which part of it: `huggingface_hub`, `hf (command line)`, `git`. */
  readonly client: string
  /** As reported by the installed package. */
  readonly version: string
  readonly call: string
  /** The name of the error that the client raised; `null` on success. */
  readonly error: string | null
  /** The HTTP status behind the error, if the client exposes it. */
  readonly status: number | null
  /** A limitation that users of a working call should know about, or the reason it is refused. */
  readonly note: string | null
}

/** A call with its release line and the test that made it. */
export interface RecordedCall extends NotedCall {
  /** `newest`, `1.19`, or `Debian`; the exact version changes over time. */
  readonly release: string
  /** File and name of the test or scenario. */
  readonly test: string
}

export interface CallRecord {
  /** Adds the calls of a test that passed. `test` is `file: name`, with the path relative to the repository root. */
  add(release: string, test: string, calls: readonly NotedCall[]): void
  /** Writes all calls, replacing what this test file wrote before. */
  write(): void
}

/** Opens the record of one test file. @param file the test's `import.meta.filename` */
export function openCallRecord(file: string): CallRecord {
  const all: RecordedCall[] = []
  return {
    add: (release, test, calls) => void all.push(...calls.map((call) => ({ ...call, release, test }))),
    write() {
      if (all.length === 0) return
      mkdirSync(callRecordFolder, { recursive: true })
      writeFileSync(join(callRecordFolder, `${basename(file, '.test.ts')}.json`), JSON.stringify(all))
    },
  }
}

/** Returns the name of a test in a record. @param file absolute path */
export function testName(file: string, name: string): string {
  return `${relative(root, file)}: ${name}`
}
