import { HubError, limits, type WireRefs } from '@portolan/contract'
import { getPaths, type Hub, listCommits, listRefs, listTree, requireRepo, resolveRevision, shardHeaders, treeSize } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../../env.ts'
import { parseJson, readBody } from '../../http/json-body.ts'
import { JsonStructure } from '../../http/json-structure.ts'
import { pathTail, rawTail } from '../../http/path-tail.ts'
import { flag, list, nextLink, whole } from '../../http/query.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { locate } from '../../http/revision-path.ts'
import { toWireCommit } from '../../wire/commit.ts'
import { apiPath } from '../../wire/repo-info.ts'
import { toWireEntries } from '../../wire/tree-entry.ts'
import { commitsAnswer, refsAnswer, treeEntriesAnswer, treeSizeOfAnswer } from '../../wire/answers.ts'
import { describe } from '../../openapi/describe.ts'

/** Files, refs, and history of a repo. */
export function treeRoutes(hub: Hub): Hono<Env> {
  return (
    new Hono<Env>()
      .get(
        `${apiRepo}/tree/*`,
        describe({ summary: 'List the files of a folder', answer: treeEntriesAnswer, query: ['cursor', 'expand', 'limit', 'recursive'] }),
        async (c) => {
          const repo = await repoOf(c, hub, 'read')
          const { commitOid, path } = await locate(hub, repo, rawTail(c, 5))
          const expand = flag(c, 'expand')
          const max = expand ? limits.treePageExpanded : limits.treePage
          const limit = whole(c, 'limit', { fallback: max, min: 1, max })
          const page = await listTree(hub, repo, commitOid, path, {
            recursive: flag(c, 'recursive'),
            expand,
            limit,
            cursor: c.req.query('cursor') ?? null,
            signal: c.req.raw.signal,
          })
          if (page.nextCursor !== null) {
            // The next page is pinned to the same commit, whatever is pushed in the meantime.
            const pinned = [apiPath(repo), 'tree', commitOid, ...path.split('/').map(encodeURIComponent)].join('/').replace(/\/$/, '')
            c.header('Link', nextLink(c, { cursor: page.nextCursor }, pinned))
          }
          c.header('X-Repo-Commit', commitOid)
          return c.json(await toWireEntries(hub, page.entries))
        },
      )
      .get(`${apiRepo}/treesize/*`, describe({ summary: 'Size of a folder', answer: treeSizeOfAnswer }), async (c) => {
        const repo = await repoOf(c, hub, 'read')
        const { commitOid, path } = await locate(hub, repo, rawTail(c, 5))
        c.header('X-Repo-Commit', commitOid)
        return c.json({ path: path.replace(/(?<!\/)\/+$/, ''), size: await treeSize(hub, repo, commitOid, path) })
      })
      // One request instead of one per shard (huggingface_hub 2.4, `get_sharded_safetensors_metadata`).
      .get('/api/models/:owner/:name/safetensors-metadata/*', describe({ summary: 'Metadata of the weights of a model' }), async (c) => {
        const repo = await requireRepo(hub, c.var.actor, 'model', `${c.req.param('owner')}/${c.req.param('name')}`, 'content')
        return c.body(await shardHeaders(hub, c.var.actor, repo, pathTail(c, 5)), 200, { 'Content-Type': 'application/json' })
      })
      .post(`${apiRepo}/paths-info/*`, describe({ summary: 'Information on several paths', answer: treeEntriesAnswer }), async (c) => {
        const repo = await repoOf(c, hub, 'read')
        const { commitOid } = await resolveRevision(hub, repo, pathTail(c, 5))
        const { paths, expand } = await readPaths(c)
        const entries = await getPaths(hub, repo, commitOid, paths, { expand, signal: c.req.raw.signal })
        return c.json(await toWireEntries(hub, entries))
      })
      .get(
        `${apiRepo}/refs`,
        describe({ summary: 'List branches and tags', answer: refsAnswer, query: ['include_prs', 'include_pull_requests'] }),
        async (c) => {
          const { pullRequests, ...refs } = await listRefs(hub, await repoOf(c, hub, 'read'))
          const answer: WireRefs = flag(c, 'include_prs') || flag(c, 'include_pull_requests') ? { ...refs, pullRequests } : refs
          return c.json(answer)
        },
      )
      .get(
        `${apiRepo}/commits/*`,
        describe({ summary: 'List commits', answer: commitsAnswer, query: ['expand', 'limit', 'p'] }),
        async (c) => {
          const repo = await repoOf(c, hub, 'read')
          const { commitOid } = await resolveRevision(hub, repo, pathTail(c, 5))
          const limit = whole(c, 'limit', { fallback: 50, min: 1, max: 1_000 })
          const page = whole(c, 'p', { fallback: 0, min: 0, max: 1_000_000 })
          const { commits, total } = await listCommits(hub, repo, commitOid, { page, limit })
          const formatted = list(c, 'expand').includes('formatted')
          c.header('X-Total-Count', String(total))
          if ((page + 1) * limit < total) {
            const pinned = `${apiPath(repo)}/commits/${commitOid}`
            c.header('Link', nextLink(c, { p: String(page + 1), limit: String(limit) }, pinned))
          }
          return c.json(commits.map((commit) => toWireCommit(commit, formatted)))
        },
      )
  )
}

/** The Python client sends a form with repeated `paths`, the JavaScript client sends JSON; a single path may be a plain string. */
async function readPaths(c: Context<Env>): Promise<{ paths: string[]; expand: boolean }> {
  let paths: unknown
  let expand: unknown
  if (c.req.header('content-type')?.includes('json') === true) {
    const value = await parseJson(await readBody(c, limits.jsonBodyBytes, new JsonStructure()))
    const record = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
    paths = record['paths']
    expand = record['expand']
  } else {
    const text = (await readBody(c)).toString('utf8')
    // Counted before parsing, which takes a second for a million fields.
    if (countFields(text) > limits.pathsInfoPaths + 1) throw tooManyPaths()
    const form = new URLSearchParams(text)
    paths = [...form.getAll('paths'), ...form.getAll('paths[]')]
    expand = form.get('expand')
  }
  const given = typeof paths === 'string' ? [paths] : paths
  if (!Array.isArray(given) || given.some((path) => typeof path !== 'string'))
    throw new HubError('body.invalid', { message: 'paths must be a list of paths', field: 'paths' })
  if (given.length > limits.pathsInfoPaths) throw tooManyPaths()
  return { paths: given as string[], expand: expand === true || /^(true|1)$/i.test(String(expand)) }
}

function countFields(form: string): number {
  let fields = 1
  for (let at = form.indexOf('&'); at >= 0 && fields <= limits.pathsInfoPaths + 1; at = form.indexOf('&', at + 1)) fields++
  return fields
}

function tooManyPaths(): HubError {
  return new HubError('body.invalid', { message: `paths can have at most ${limits.pathsInfoPaths} entries`, field: 'paths' })
}
