import { buffer } from 'node:stream/consumers'
import { type ErrorCode, HubError } from '@portolan/contract'
import type { Oid } from '@portolan/git'
import type { Actor } from '../../foundation/actor/index.ts'
import { factsOfCommit } from '../../changes/commits/index.ts'
import { openAtCommit } from '../../changes/files/index.ts'
import type { Hub } from '../../hub.ts'
import { type CacheKey, cacheKey, contentKey, HubCache, hubCache } from '../../hub-cache.ts'
import { hubState } from '../../hub-state.ts'
import { type Repo, requireAccess, type WithContent } from '../../repository/access/index.ts'
import { listFiles, resolveRevision } from '../../repository/revisions/index.ts'
import { type DataConfig, dataConfigs, type DataSplit, endingOf } from './data-files.ts'
import { folderMatches, folderRows, folderStatistics } from './folder-table.ts'
import {
  type TableAnswers,
  TableError,
  type TableFormat,
  type TableMatches,
  type TableProblem,
  tableReader,
  type TableRequest,
  type TableRows,
  type TableSource,
  type TableStatistics,
} from './table-reader.ts'

/** Which part to preview. Default for configuration and split: the first. */
export interface PreviewPlace {
  readonly revision: string
  readonly config?: string | null
  readonly split?: string | null
}

/** Source of a response. */
export interface FoundPreviewPlace {
  readonly commitOid: Oid
  readonly config: DataConfig
  readonly split: DataSplit
}

export const previewLimits = {
  /** Maximum rows per response. */
  rows: 100,
  /** Maximum rows that statistics cover. */
  statisticsRows: 10_000,
  /** Maximum rows that a search covers. */
  searchRows: 100_000,
  /** Maximum characters in a search. */
  query: 500,
  /** Maximum files of a split to read. */
  files: 100,
} as const

/**
 * Configurations and splits of a dataset.
 * @throws {HubError} `revision.not_found`, and those of the content check
 */
export async function previewConfigs(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  revision: string,
): Promise<{ commitOid: Oid; configs: DataConfig[] }> {
  requireAccess(actor, repo, 'content')
  const { commitOid } = await resolveRevision(hub, repo, revision)
  const configLists = configCache(hub)
  const key = cacheKey(repo.uid, commitOid)
  const known = configLists.get(key)
  if (known) return { commitOid, configs: known }
  const running = runningConfigs(hub)
  let work = running.get(key)
  if (work === undefined) {
    work = findConfigs(hub, repo, commitOid).finally(() => running.delete(key))
    running.set(key, work)
  }
  const configs = await work
  configLists.set(key, configs)
  return { commitOid, configs }
}

async function findConfigs(hub: Hub, repo: WithContent, commitOid: Oid): Promise<DataConfig[]> {
  const paths = (await listFiles(hub, repo, commitOid)).filter(({ type }) => type === 'file').map(({ path }) => path)
  const facts = await factsOfCommit(hub, repo, commitOid)
  return dataConfigs(paths, facts?.cardData ?? null)
}

/** Finding them may take seconds in a large dataset: callers who ask meanwhile wait for the same result. */
const runningConfigs = hubState('preview-configs-running', () => new Map<CacheKey, Promise<DataConfig[]>>())

/** Commits never change. */
const configCache = hubCache<DataConfig[]>('preview-configs', { max: 500, maxSize: 500_000, sizeCalculation: sizeOfConfigs })

function sizeOfConfigs(configs: readonly DataConfig[]): number {
  return 1 + configs.reduce((sum, { splits }) => sum + splits.reduce((files, { paths }) => files + paths.length, 1), 0)
}

/** @throws {HubError} `preview.not_found`, and those of {@link previewConfigs} */
export async function findPreviewPlace(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  { revision, config: name, split: part }: PreviewPlace,
): Promise<FoundPreviewPlace> {
  const { commitOid, configs } = await previewConfigs(hub, actor, repo, revision)
  const config = name ? configs.find((each) => each.name === name) : (configs.find(({ isDefault }) => isDefault) ?? configs[0])
  const split = part ? config?.splits.find((each) => each.name === part) : config?.splits[0]
  if (!config || (part && !split && config.splits.length > 0)) throw new HubError('preview.not_found')
  if (!split) throw new HubError('preview.not_found', { message: config.problem ?? 'It has no files that can be previewed.' })
  return { commitOid, config, split }
}

/**
 * Rows starting at an offset.
 * @throws {HubError} `preview.unreadable`, `preview.unsupported`, `preview.too_large`, `preview.timeout`, `preview.crashed`, `preview.busy`,
 *   `query.invalid`, and those of {@link findPreviewPlace}
 */
export async function previewRows(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  place: PreviewPlace & { readonly offset: number; readonly length: number },
): Promise<FoundPreviewPlace & { readonly answer: TableRows }> {
  checkNumber('offset', place.offset, 0, 1_000_000_000_000)
  checkNumber('length', place.length, 1, previewLimits.rows)
  requireAccess(actor, repo, 'content')
  const found = await findPreviewPlace(hub, actor, repo, place)
  const request = { kind: 'rows', offset: place.offset, length: place.length } as const
  const answer = isFolder(found)
    ? folderRows(found, await metadataRows(hub, repo, found), place)
    : await ask<'rows'>(hub, repo, found, request)
  return { ...found, answer }
}

/** Statistics for each column, from the first rows. @throws {HubError} as {@link previewRows} */
export async function previewStatistics(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  place: PreviewPlace,
): Promise<FoundPreviewPlace & { readonly answer: TableStatistics }> {
  requireAccess(actor, repo, 'content')
  const found = await findPreviewPlace(hub, actor, repo, place)
  const request = { kind: 'statistics', maxRows: previewLimits.statisticsRows } as const
  const answer = isFolder(found)
    ? folderStatistics(found, await metadataRows(hub, repo, found))
    : await ask<'statistics'>(hub, repo, found, request)
  return { ...found, answer }
}

/** Rows among the first whose value in a column contains the text, ignoring case. @throws {HubError} as {@link previewRows} */
export async function previewSearch(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  place: PreviewPlace & { readonly column: string; readonly query: string; readonly length: number },
): Promise<FoundPreviewPlace & { readonly answer: TableMatches }> {
  checkNumber('length', place.length, 1, previewLimits.rows)
  const { column, query, length } = place
  if (query === '' || query.length > previewLimits.query)
    throw new HubError('query.invalid', { parameter: 'q', message: `Search for 1 to ${previewLimits.query} characters.` })
  requireAccess(actor, repo, 'content')
  const found = await findPreviewPlace(hub, actor, repo, place)
  const request = { kind: 'search', column, query, length, maxRows: previewLimits.searchRows } as const
  const answer = isFolder(found)
    ? folderMatches(found, await metadataRows(hub, repo, found), place)
    : await ask<'search'>(hub, repo, found, request)
  return { ...found, answer }
}

function isFolder({ config }: FoundPreviewPlace): boolean {
  return config.module === 'imagefolder' || config.module === 'audiofolder'
}

/** What the metadata files next to pictures or sounds say about them; `null` when there are none. */
async function metadataRows(hub: Hub, repo: WithContent, found: FoundPreviewPlace): Promise<{ path: string; table: TableRows }[]> {
  const tables: { path: string; table: TableRows }[] = []
  for (const path of found.config.metadata) {
    const place = { ...found, split: { name: found.split.name, paths: [path] } }
    tables.push({ path, table: await ask<'rows'>(hub, repo, place, { kind: 'rows', offset: 0, length: previewLimits.statisticsRows }) })
  }
  return tables
}

/** Results, and permanent failures, by the contents of the files; in memory only: these are copies of possibly private data. */
const answerCache = hubCache<Promise<unknown>>('preview-answers', { max: 2_000 })
/** Sizes are known once a result is there: evictions are based on them. */
const answerSizeCache = hubState('preview-answer-sizes', (hub) => {
  const answers = answerCache(hub)
  return new HubCache<true>({ maxSize: 64 * 1024 * 1024, dispose: (_value, key) => answers.delete(key) })
})
const maxAnswerSize = 16 * 1024 * 1024
const failureMs = 600_000

async function ask<K extends TableRequest['kind']>(
  hub: Hub,
  repo: WithContent,
  { commitOid, split }: FoundPreviewPlace,
  request: Extract<TableRequest, { kind: K }>,
): Promise<TableAnswers[K]> {
  const reader = tableReader(hub)
  if (!reader) throw new HubError('preview.unsupported', { message: 'Previews are not available on this hub.' })
  // Before the cache lookup: the repo must own what its pointers reference.
  const sources = await Promise.all(split.paths.slice(0, previewLimits.files).map((path) => openSource(hub, repo, commitOid, path)))
  const answers = answerCache(hub)
  const answerSizes = answerSizeCache(hub)
  const key = contentKey(JSON.stringify(request), ...sources.flatMap((source) => [source.path, source.key]))
  let answer = answers.get(key) as Promise<TableAnswers[K]> | undefined
  if (!answer) {
    answer = reader.read<K>(sources, request)
    answers.set(key, answer)
    answer.then(
      (value) => {
        const size = JSON.stringify(value).length + 1
        if (size > maxAnswerSize) answers.delete(key)
        else answerSizes.set(key, true, { size })
      },
      (error: unknown) => {
        if (error instanceof TableError && error.problem !== 'busy') answerSizes.set(key, true, { size: 1000, ttl: failureMs })
        else answers.delete(key)
      },
    )
  }
  try {
    return await answer
  } catch (error) {
    throw error instanceof TableError ? new HubError(codes[error.problem], { message: error.message }, { cause: error }) : error
  }
}

const codes: Record<TableProblem, ErrorCode> = {
  unreadable: 'preview.unreadable',
  unsupported: 'preview.unsupported',
  'too-large': 'preview.too_large',
  timeout: 'preview.timeout',
  crashed: 'preview.crashed',
  busy: 'preview.busy',
}

const formats: Readonly<Record<string, TableFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  parquet: 'parquet',
  geoparquet: 'parquet',
  gpq: 'parquet',
  arrow: 'arrow',
  txt: 'text',
}

async function openSource(hub: Hub, repo: WithContent, commitOid: Oid, path: string): Promise<TableSource> {
  const file = await openAtCommit(hub, repo, commitOid, path)
  const isSmall = file.entry.lfs === null
  let whole: Promise<Buffer> | null = null
  return {
    path,
    key: file.etag,
    format: formats[endingOf(path) ?? ''] ?? 'text',
    compression: /\.gz$/i.test(path) ? 'gzip' : /\.zst$/i.test(path) ? 'zstd' : 'none',
    size: file.size,
    async read(start, end) {
      if (!isSmall) return buffer(await file.read({ start, end: end - 1 }))
      // A single git object: decompressed once.
      whole ??= file.read().then(buffer)
      return (await whole).subarray(start, end)
    },
  }
}

function checkNumber(parameter: string, value: number, min: number, max: number): void {
  if (!Number.isSafeInteger(value) || value < min || value > max)
    throw new HubError('query.invalid', { parameter, message: `${parameter} must be a whole number from ${min} to ${max}.` })
}
