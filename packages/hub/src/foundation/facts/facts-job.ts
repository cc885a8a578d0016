import type { RepoType } from '@portolan/contract'
import type { MessagePort } from 'node:worker_threads'
import type { CardFieldValues } from './edit-card.ts'
import type { FactsSource, RepoFacts } from './facts.ts'
import type { ShardIndex } from './shard-json.ts'
import type { CardVerdict } from './validate-card.ts'

/** What is asked of the thread that reads cards and configuration files. */
export interface FactsJobs {
  extract: { job: { readonly type: RepoType; readonly files: PackedFiles; readonly port: MessagePort }; result: RepoFacts }
  validate: { job: { readonly content: string; readonly type: RepoType }; result: CardVerdict }
  readFields: { job: { readonly text: string }; result: CardFieldValues | null }
  shardIndex: { job: { readonly bytes: Uint8Array }; result: ShardIndex | null }
  jsonObject: { job: { readonly bytes: Uint8Array }; result: string | null }
  editFields: { job: { readonly text: string; readonly changes: CardFieldValues }; result: string }
}

export type FactsKind = keyof FactsJobs
export type FactsJob = { [Kind in FactsKind]: { readonly kind: Kind } & FactsJobs[Kind]['job'] }[FactsKind]
export type FactsResult = FactsJobs[FactsKind]['result']

/** A list of files in three pieces: an object each would take longer to copy than to read. */
export interface PackedFiles {
  readonly paths: string
  readonly sizes: Float64Array
  readonly lfs: Uint8Array
}

/** What the thread asks on the port of a job, and hears. */
export interface ReadRequest {
  readonly id: number
  readonly path: string
  readonly range: { readonly start: number; readonly end: number } | undefined
}
export type ReadReply = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly error: string })

export function packFiles(files: FactsSource['files']): PackedFiles {
  return {
    // No name of git's has this character in it.
    paths: files.map(({ path }) => path).join('\0'),
    sizes: Float64Array.from(files, ({ size }) => size),
    lfs: Uint8Array.from(files, ({ lfs }) => (lfs ? 1 : 0)),
  }
}

export function unpackFiles({ paths, sizes, lfs }: PackedFiles): FactsSource['files'] {
  if (sizes.length === 0) return []
  return paths.split('\0').map((path, at) => ({ path, size: sizes[at] ?? 0, lfs: lfs[at] === 1 }))
}
