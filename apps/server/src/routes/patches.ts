import { repoPath, type RepoType } from '@portolan/contract'
import { findRepo, getCommit, type Hub, mailHead, mailTail, requireAccess, resolveRevision, unifiedDiff } from '@portolan/hub'
import { HubError } from '@portolan/contract'
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { repoPrefixes } from '../http/repo-params.ts'
import { sendPieces } from '../http/send-pieces.ts'
import { describe } from '../openapi/describe.ts'

/** A commit as text: `….patch` for `git am`, `….diff` for `git apply`; both include the contents of binary files. */
export function patchRoutes(hub: Hub): Hono<Env> {
  const routes = new Hono<Env>()
  for (const [prefix, type] of repoPrefixes)
    routes.get(`${prefix}/:owner/:name/commit/:patch{[0-9a-f]{40}\\.(?:patch|diff)}`, describe({ summary: 'A commit as a patch' }), (c) =>
      patch(c, hub, type),
    )
  return routes
}

async function patch(c: Context<Env>, hub: Hub, type: RepoType): Promise<Response> {
  const asked = `${c.req.param('owner')}/${c.req.param('name')}`
  const [oid = '', ending] = (c.req.param('patch') ?? '').split('.')
  const found = await findRepo(hub, c.var.actor, type, asked)
  if (!found) throw new HubError('repo.not_found', { repo: asked, type })
  const { repo } = found
  if (found.movedFrom !== null) return c.redirect(`${c.var.basePath}/${repoPath(repo)}/commit/${oid}.${ending}`, 307)
  requireAccess(c.var.actor, repo, 'content')
  const { commitOid } = await resolveRevision(hub, repo, oid)
  const commit = await getCommit(hub, repo, commitOid)
  const pieces = async function* (signal: AbortSignal): AsyncGenerator<Buffer> {
    const diff = unifiedDiff(hub, repo, commit.parents[0] ?? null, commitOid, { binary: true, signal })
    // Any rejection is thrown before the first byte is sent.
    const first = await diff.next()
    if (ending === 'patch') yield Buffer.from(mailHead(commit))
    if (first.done !== true) yield first.value
    yield* diff
    if (ending === 'patch') yield Buffer.from(mailTail)
  }
  // Always served as text, since the content comes from whoever pushed it.
  return sendPieces(c, { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }, pieces, hub.log)
}
