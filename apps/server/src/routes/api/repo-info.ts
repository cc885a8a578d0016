import { findRepo, type Hub, listFiles, readRepoFacts, type Repo, requireAccess, resolveRevision } from '@portolan/hub'
import { HubError } from '@portolan/contract'
import { type Context, Hono } from 'hono'
import type { Env } from '../../env.ts'
import { pathTail } from '../../http/path-tail.ts'
import { flag } from '../../http/query.ts'
import { apiRepo, repoOf, repoTypeOf } from '../../http/repo-params.ts'
import { apiPath, only, repoFields, spaceRuntime } from '../../wire/repo-info.ts'
import { expandOf } from './listings.ts'

/** Info of a repo, at its head or at a revision, and what hangs on it (hub API, sections 1.5, 2.4 and 10.2). */
export function repoInfoRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get(apiRepo, async (c) => {
      const type = repoTypeOf(c.req.param('kind'))
      const found = await findRepo(hub, c.var.actor, type, `${c.req.param('owner')}/${c.req.param('name')}`)
      if (!found) throw new HubError('repo.not_found', { message: 'Repository not found' })
      if (found.movedFrom !== null) return c.redirect(`${c.var.basePath}${apiPath(found.repo)}${new URL(c.req.url).search}`, 307)
      return info(c, hub, found.repo, 'HEAD')
    })
    .get(`${apiRepo}/revision/*`, async (c) => info(c, hub, await repoOf(c, hub, 'read'), pathTail(c, 5)))
    .get(`${apiRepo}/auth-check`, async (c) => {
      await repoOf(c, hub, 'content')
      return c.json({ ok: true })
    })
    .get(`${apiRepo}/auth-check/write`, async (c) => {
      await repoOf(c, hub, 'write')
      return c.json({ ok: true })
    })
    .get('/api/:kind{spaces}/:owner/:name/runtime', async (c) => c.json(spaceRuntime(await repoOf(c, hub, 'read'))))
}

async function info(c: Context<Env>, hub: Hub, repo: Repo, revision: string): Promise<Response> {
  requireAccess(c.var.actor, repo, 'read')
  const expand = expandOf(c, repo.type)
  const { commitOid } = await resolveRevision(hub, repo, revision)
  const needsFiles = expand === null || expand.includes('siblings')
  const files = needsFiles ? await listFiles(hub, repo, commitOid) : undefined
  const fields = repoFields(repo, {
    facts: await readRepoFacts(hub, repo),
    sha: commitOid,
    blobs: flag(c, 'blobs'),
    ...(files ? { files } : {}),
  })
  if (expand !== null) return c.json(only(fields, expand))
  const { xetEnabled: _xet, gitalyUid: _gitaly, ...record } = fields
  if (repo.type === 'model' && flag(c, 'securityStatus')) record['securityRepoStatus'] = { scansDone: false, filesWithIssues: [] }
  return c.json(record)
}
