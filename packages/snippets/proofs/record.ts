import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { ProofEntry } from '../src/proofs/proof.ts'
import { recordFile, runsFile } from './paths.ts'

/** The record by library (`transformers`) and by block (`transformers/pipeline`), sorted, so that diffs stay readable. */
export type ProofRecord = Readonly<Record<string, ProofEntry>>

export function readRecord(): ProofRecord {
  return JSON.parse(readFileSync(recordFile, 'utf8')) as ProofRecord
}

export function writeRecord(record: ProofRecord): void {
  const sorted = Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(recordFile, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** The recorded runs, by block; empty when there are none. */
export function readRuns(): ProofRecord {
  return existsSync(runsFile) ? (JSON.parse(readFileSync(runsFile, 'utf8')) as ProofRecord) : {}
}
