import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Where the test files leave what they called; `scripts/compatibility.ts` makes the table of it. */
export const callRecordFolder = process.env['PORTOLAN_E2E_CALLS'] ?? join(root, '.cache/test/calls')

/** One call of a client, as a test saw it end. */
export interface NotedCall {
  /** The package or program, and what of it: `huggingface_hub`, `hf (command line)`, `git`. */
  readonly client: string
  /** As the installed package says it. */
  readonly version: string
  readonly call: string
  /** The name of the error that the client raised; `null` when it did what it was asked. */
  readonly error: string | null
  /** The HTTP status behind the error, where the client tells. */
  readonly status: number | null
  /** What a user should know of a call that works, or why it is refused. */
  readonly note: string | null
}

/** A call, the release line that it was made with, and the test that it was made in. */
export interface RecordedCall extends NotedCall {
  /** `newest`, `1.19`, or `Debian`: versions move within it. */
  readonly release: string
  /** File and name of the test or scenario. */
  readonly test: string
}

export interface CallRecord {
  /** Adds what a test called, once it has passed. `test` is `file: name`, the file from the root of the repository. */
  add(release: string, test: string, calls: readonly NotedCall[]): void
  /** Writes everything, in place of what this test file wrote before. */
  write(): void
}

/** The record of one test file. @param file `import.meta.filename` of it */
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

/** The name of a test in a record. @param file absolute path */
export function testName(file: string, name: string): string {
  return `${relative(root, file)}: ${name}`
}
