import { type Hub, issueXetToken, pullRequestNumber, requireUploader, resolveRevision, type XetOperation } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../../env.ts'
import { pathTail } from '../../http/path-tail.ts'
import { flag } from '../../http/query.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { storeUrl } from '../../wire/xet.ts'
import { describe } from '../../openapi/describe.ts'

/** Tokens for the chunk store, valid for one repo, one operation, one user, and one hour. */
export function xetTokenRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get(`${apiRepo}/xet-write-token/*`, describe({ summary: 'Token for uploading chunks (Xet)', query: ['create_pr'] }), (c) =>
      token(c, hub, isForPullRequest(c) ? 'propose' : 'write'),
    )
    .get(`${apiRepo}/xet-read-token/*`, describe({ summary: 'Token for downloading chunks (Xet)' }), (c) => token(c, hub, 'read'))
}

/** The revision the Python client sends for a pull request whose ref it does not know yet. */
const noRevision = 'None'

function isForPullRequest(c: Context<Env>): boolean {
  const revision = pathTail(c, 5)
  return flag(c, 'create_pr') || revision === noRevision || pullRequestNumber(revision) !== null
}

async function token(c: Context<Env>, hub: Hub, operation: XetOperation): Promise<Response> {
  const repo = await repoOf(c, hub, operation === 'write' ? 'write' : 'content')
  if (operation === 'propose') await requireUploader(hub, c.var.actor, repo)
  // Check the permission first, then whether the revision exists, then whether Xet is available.
  if (pathTail(c, 5) !== noRevision) await resolveRevision(hub, repo, pathTail(c, 5))
  const access = await issueXetToken(hub, c.var.actor, repo, operation)
  const exp = access.expiresAt.getTime() / 1000
  const casUrl = storeUrl(c, access.store)
  return c.json({ accessToken: access.token, exp, casUrl }, 200, {
    'Cache-Control': 'no-store',
    // Repeated as headers, since some clients read them from there.
    'X-Xet-Cas-Url': casUrl,
    'X-Xet-Access-Token': access.token,
    'X-Xet-Token-Expiration': String(exp),
  })
}
