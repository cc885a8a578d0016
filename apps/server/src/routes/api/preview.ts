import { HubError, repoPath } from '@portolan/contract'
import {
  type FoundPreviewPlace,
  type Hub,
  previewConfigs,
  previewLimits,
  type PreviewPlace,
  previewRows,
  previewSearch,
  previewStatistics,
  type Repo,
  type TableCell,
  type TableRows,
} from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../../env.ts'
import { whole } from '../../http/query.ts'
import { repoOf } from '../../http/repo-params.ts'
import { describe } from '../../openapi/describe.ts'

const base = '/api/:kind{datasets}/:owner/:name/preview'

/**
 * The contents of a dataset's files (our own format, docs/preview.md): configurations and splits, rows, column statistics, search.
 * Requires read access to the files.
 */
export function previewRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get(base, describe({ summary: 'Splits and columns of a dataset', query: ['revision'] }), async (c) => {
      const repo = await repoOf(c, hub, 'content')
      const { commitOid, configs } = await previewConfigs(hub, c.var.actor, repo, c.req.query('revision') ?? 'main')
      return c.json({
        commit: commitOid,
        configs: configs.map(({ name, isDefault, module, splits, problem }) => ({
          config: name,
          default: isDefault,
          loader: module,
          splits: splits.map((split) => ({ split: split.name, files: split.paths })),
          ...(problem === null ? {} : { problem }),
        })),
      })
    })
    .get(
      `${base}/rows`,
      describe({ summary: 'Rows of a dataset', query: ['config', 'length', 'offset', 'revision', 'split'] }),
      async (c) => {
        const repo = await repoOf(c, hub, 'content')
        const offset = whole(c, 'offset', { fallback: 0, min: 0, max: 1_000_000_000_000 })
        const length = whole(c, 'length', { fallback: previewLimits.rows, min: 1, max: previewLimits.rows })
        const found = await previewRows(hub, c.var.actor, repo, { ...placeOf(c), offset, length })
        return c.json({ ...toWirePlace(found), offset, ...toWireRows(c, repo, found) })
      },
    )
    .get(
      `${base}/statistics`,
      describe({ summary: "Statistics of a dataset's columns", query: ['config', 'revision', 'split'] }),
      async (c) => {
        const repo = await repoOf(c, hub, 'content')
        const found = await previewStatistics(hub, c.var.actor, repo, placeOf(c))
        return c.json({ ...toWirePlace(found), ...found.answer })
      },
    )
    .get(
      `${base}/search`,
      describe({ summary: 'Search the rows of a dataset', query: ['column', 'config', 'length', 'q', 'revision', 'split'] }),
      async (c) => {
        const repo = await repoOf(c, hub, 'content')
        const column = c.req.query('column')
        if (column === undefined)
          throw new HubError('query.invalid', { parameter: 'column', message: 'column must name the column to search.' })
        const length = whole(c, 'length', { fallback: previewLimits.rows, min: 1, max: previewLimits.rows })
        const found = await previewSearch(hub, c.var.actor, repo, { ...placeOf(c), column, query: c.req.query('q') ?? '', length })
        const { searched, complete } = found.answer
        return c.json({ ...toWirePlace(found), ...toWireRows(c, repo, found), searched, complete })
      },
    )
}

function placeOf(c: Context<Env>): PreviewPlace {
  return { revision: c.req.query('revision') ?? 'main', config: c.req.query('config') ?? null, split: c.req.query('split') ?? null }
}

function toWirePlace({ commitOid, config, split }: FoundPreviewPlace) {
  return { commit: commitOid, config: config.name, split: split.name }
}

function toWireRows(c: Context<Env>, repo: Repo, { commitOid, answer }: FoundPreviewPlace & { answer: TableRows }) {
  const files = `${c.var.origin}/${repoPath(repo)}/resolve/${commitOid}/`
  const cell = ({ media, ...rest }: TableCell) => {
    if (media?.path === undefined) return media ? { ...rest, media } : rest
    return { ...rest, media: { kind: media.kind, src: files + media.path.split('/').map(encodeURIComponent).join('/') } }
  }
  const { columns, hiddenColumns, rows, total, more, notes } = answer
  return { columns, hiddenColumns, rows: rows.map(({ index, cells }) => ({ index, cells: cells.map(cell) })), total, more, notes }
}
