import { isHubError } from '@portolan/contract'
import {
  type Actor,
  type ColumnStatistics,
  findPreviewPlace,
  findRepo,
  type FoundPreviewPlace,
  previewConfigs,
  previewRows,
  previewSearch,
  previewStatistics,
  type TableMatches,
  type TableRows,
  type TableStatistics,
  type Hub,
} from '@portolan/hub'
import { loadRepo, type RepoHeaderView } from './repo-view.ts'

/** The viewer's URL parameters. */
export interface ViewerQuery {
  readonly config: string | null
  readonly split: string | null
  /** One-based. */
  readonly page: number
  /** Search in this column. */
  readonly column: string | null
  readonly q: string
}

export interface ViewerPage {
  readonly header: RepoHeaderView
  readonly movedTo: string | null
  readonly commitOid: string
  readonly configs: readonly { readonly name: string; readonly splits: readonly string[] }[]
  readonly config: string | null
  readonly split: string | null
  /** How `datasets` loads the files. */
  readonly loader: string | null
  /** The first of them. */
  readonly file: string | null
  readonly fileCount: number
  readonly pageSize: number
  readonly rows: TableRows | null
  /** For a search: how many rows were examined. */
  readonly search: { readonly searched: number; readonly complete: boolean } | null
  readonly statistics: { readonly columns: readonly ColumnStatistics[]; readonly rowsRead: number; readonly complete: boolean } | null
  /** Statistics are still being computed. */
  readonly isCounting: boolean
  /** Why there are no rows, in a sentence. */
  readonly problem: { readonly code: string; readonly message: string } | null
}

const pageSize = 50
/** Pictures take more space and more bytes. */
const mediaPageSize = 24
/** A page waits no longer than this for statistics: people came for the rows. */
const statisticsMs = 2_500

/** The rows of a dataset. @throws {HubError} `repo.not_found`, `repo.gated`; problems with the files are shown on the page */
export async function viewerPage(hub: Hub, actor: Actor, fullName: string, query: ViewerQuery): Promise<ViewerPage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, 'dataset', fullName)
  const { commitOid, configs } = await previewConfigs(hub, actor, repo, 'main')
  const page: ViewerPage = {
    header,
    movedTo,
    commitOid,
    configs: configs.map(({ name, splits }) => ({ name, splits: splits.map((split) => split.name) })),
    config: query.config ?? configs.find(({ isDefault }) => isDefault)?.name ?? configs[0]?.name ?? null,
    split: query.split,
    loader: null,
    file: null,
    fileCount: 0,
    pageSize,
    rows: null,
    search: null,
    statistics: null,
    isCounting: false,
    problem: null,
  }
  const place = { revision: commitOid, config: query.config, split: query.split }
  let found: FoundPreviewPlace
  try {
    found = await findPreviewPlace(hub, actor, repo, place)
  } catch (error) {
    return { ...page, problem: problemOf(error) }
  }
  const isMedia = found.config.module === 'imagefolder' || found.config.module === 'audiofolder'
  const length = isMedia ? mediaPageSize : pageSize
  const counting = quietly(previewStatistics(hub, actor, repo, place))
  const known = {
    ...page,
    config: found.config.name,
    split: found.split.name,
    loader: found.config.module,
    file: found.split.paths[0] ?? null,
    fileCount: found.split.paths.length,
    pageSize: length,
  }
  try {
    const isSearch = query.q !== '' && query.column !== null
    const matches: TableMatches | null = isSearch
      ? (await previewSearch(hub, actor, repo, { ...place, column: query.column ?? '', query: query.q, length })).answer
      : null
    const rows: TableRows = matches ?? (await previewRows(hub, actor, repo, { ...place, offset: (query.page - 1) * length, length })).answer
    const statistics = await Promise.race([counting, pause(statisticsMs)])
    return {
      ...known,
      rows,
      search: matches && { searched: matches.searched, complete: matches.complete },
      statistics: statistics === 'later' ? null : statistics,
      isCounting: statistics === 'later',
    }
  } catch (error) {
    return { ...known, problem: problemOf(error) }
  }
}

/** The first rows of a dataset, for its main page. */
export interface FirstRows {
  readonly commitOid: string
  readonly config: string
  readonly split: string
  /** How many configurations and splits there are. */
  readonly configs: number
  readonly splits: number
  readonly rows: TableRows
}

const firstRowCount = 5
/** The main page waits no longer than this for rows: the viewer shows them, too. */
const firstRowsMs = 1_500

/**
 * The first rows of the default split; `null` when there are none to show, when reading them takes too long, or when the viewer may not see them. What
 * was begun goes on for the next reader.
 */
export async function firstRows(hub: Hub, actor: Actor, fullName: string): Promise<FirstRows | null> {
  const rows = await Promise.race([readFirstRows(hub, actor, fullName), pause(firstRowsMs)])
  return rows === 'later' ? null : rows
}

async function readFirstRows(hub: Hub, actor: Actor, fullName: string): Promise<FirstRows | null> {
  try {
    const found = await findRepo(hub, actor, 'dataset', fullName)
    if (found === null) return null
    const { repo } = found
    const { commitOid, configs } = await previewConfigs(hub, actor, repo, 'main')
    const place = { revision: commitOid, config: null, split: null }
    const { config, split } = await findPreviewPlace(hub, actor, repo, place)
    const { answer: rows } = await previewRows(hub, actor, repo, { ...place, offset: 0, length: firstRowCount })
    if (rows.rows.length === 0) return null
    return { commitOid, config: config.name, split: split.name, configs: configs.length, splits: config.splits.length, rows }
  } catch (error) {
    // Gated files, formats without a reader, damaged files: the viewer says which.
    if (isHubError(error)) return null
    throw error
  }
}

/** Rows matter more: the page works without statistics. */
async function quietly(work: Promise<{ answer: TableStatistics }>): Promise<TableStatistics | null> {
  try {
    return (await work).answer
  } catch (error) {
    if (isHubError(error)) return null
    throw error
  }
}

function pause(ms: number): Promise<'later'> {
  return new Promise((resolve) => setTimeout(resolve, ms, 'later').unref())
}

function problemOf(error: unknown): { code: string; message: string } {
  if (isHubError(error) && (error.code.startsWith('preview.') || error.code === 'lfs.object_missing' || error.code === 'query.invalid'))
    return { code: error.code, message: error.message }
  throw error
}
