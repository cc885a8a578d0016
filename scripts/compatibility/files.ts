import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callRecordFolder, type RecordedCall } from '../../e2e/support/call-record.ts'
import type { ClientTable } from '../../apps/web/app/features/compatibility/call-table.ts'
import { root } from '../check/sources.ts'
import { markdownOf } from './markdown.ts'

/** The table that the page shows. */
export const tableFile = join(root, 'apps/web/app/features/compatibility/calls.json')
export const documentFile = join(root, 'docs/compatibility.md')

export function committedTable(): ClientTable[] {
  return existsSync(tableFile) ? (JSON.parse(readFileSync(tableFile, 'utf8')) as ClientTable[]) : []
}

/** Returns the calls recorded by the last run of the client tests. */
export function recordedCalls(): RecordedCall[] {
  if (!existsSync(callRecordFolder)) return []
  const files = readdirSync(callRecordFolder).filter((name) => name.endsWith('.json'))
  return files.flatMap((name) => JSON.parse(readFileSync(join(callRecordFolder, name), 'utf8')) as RecordedCall[])
}

/** Checks the committed table as far as possible without a run: its tests exist, and the document matches it. */
export function tableProblems(): string[] {
  const table = committedTable()
  const texts = new Map<string, string | null>()
  const textOf = (file: string): string | null => {
    const path = join(root, file)
    if (!texts.has(file)) texts.set(file, existsSync(path) ? readFileSync(path, 'utf8') : null)
    return texts.get(file) ?? null
  }
  const problems = new Set<string>()
  for (const { client, calls } of table)
    for (const { call, tests } of calls) {
      if (tests.length === 0) problems.add(`${client}: no test makes ${call}`)
      for (const test of tests) {
        const [file = '', name = ''] = test.split(/: (.*)/s)
        if (textOf(file)?.includes(name) !== true) problems.add(`${client}: ${call} names a test that is not there: ${test}`)
      }
    }
  if (existsSync(documentFile) && readFileSync(documentFile, 'utf8') !== markdownOf(table))
    problems.add('docs/compatibility.md is not what the table says: run npm run compatibility')
  return [...problems]
}
