import { HubError } from '@portolan/contract'
import {
  describeRoutes,
  factsOfCommit,
  findRepo,
  type Hub,
  listFiles,
  listRepos,
  type Readable,
  repoUse,
  type RouteView,
  resolveRevision,
  spaceAddress,
  subdomainsOf,
} from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../../env.ts'
import { pathTail } from '../../http/path-tail.ts'
import { flag, list } from '../../http/query.ts'
import { apiRepo, repoOf, repoTypeOf } from '../../http/repo-params.ts'
import { looksUpProvider } from '../../http/user-agent.ts'
import { parseExpand, pick, routeFields } from '../../wire/expand.ts'
import { apiPath, toWireRepoInfo } from '../../wire/repo-info.ts'
import { accessConfirmedAnswer, repoInfoAnswer } from '../../wire/answers.ts'
import { describe } from '../../openapi/describe.ts'

/** Repo info, at the head or at a revision, and whether the caller may access the repo. */
export function repoInfoRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get(apiRepo, describe({ summary: 'Read a repo', answer: repoInfoAnswer, query: ['blobs', 'expand', 'securityStatus'] }), async (c) => {
      const type = repoTypeOf(c.req.param('kind'))
      const name = `${c.req.param('owner')}/${c.req.param('name')}`
      const found = await findRepo(hub, c.var.actor, type, name)
      if (!found) throw new HubError('repo.not_found', { repo: name, type })
      if (found.movedFrom !== null) return c.redirect(`${c.var.basePath}${apiPath(found.repo)}${new URL(c.req.url).search}`, 307)
      return info(c, hub, found.repo, 'HEAD')
    })
    .get(
      `${apiRepo}/revision/*`,
      describe({ summary: 'Read a repo at a revision', answer: repoInfoAnswer, query: ['blobs', 'expand', 'securityStatus'] }),
      async (c) => info(c, hub, await repoOf(c, hub, 'read'), pathTail(c, 5)),
    )
    .get(
      `${apiRepo}/auth-check`,
      describe({ summary: 'Check that the caller may read a repo', answer: accessConfirmedAnswer }),
      async (c) => {
        await repoOf(c, hub, 'content')
        return c.json({ ok: true })
      },
    )
    .get(
      `${apiRepo}/auth-check/write`,
      describe({ summary: 'Check that the caller may write to a repo', answer: accessConfirmedAnswer }),
      async (c) => {
        await repoOf(c, hub, 'write')
        return c.json({ ok: true })
      },
    )
}

async function info(c: Context<Env>, hub: Hub, repo: Readable, revision: string): Promise<Response> {
  const expand = parseExpand(list(c, 'expand'), repo.type)
  const { commitOid } = await resolveRevision(hub, repo, revision)
  const wantsFiles = expand === null || expand.includes('siblings') || expand.includes('runtime')
  const record = toWireRepoInfo(repo, {
    facts: await factsOfCommit(hub, repo, commitOid),
    sha: commitOid,
    blobs: flag(c, 'blobs'),
    ...(expand === null || expand.includes('usedStorage') ? { usedBytes: (await repoUse(hub, repo.id)).bytes } : {}),
    ...(repo.type === 'space' ? { site: await siteOf(c, hub, repo) } : {}),
    ...(repo.type === 'model' && (expand === null || expand.includes('spaces')) ? { spaces: await spacesOf(c, hub, repo) } : {}),
    ...(wantsFiles ? { files: await listFiles(hub, repo, commitOid) } : {}),
    ...(expand?.some((name) => routeFields.has(name)) === true ? { routes: await routesFor(c, hub, repo, expand) } : {}),
  })
  if (expand !== null) return c.json(pick(record, expand))
  const { xetEnabled: _xetEnabled, gitalyUid: _gitalyUid, ...shown } = record
  const asksForScans = repo.type === 'model' && flag(c, 'securityStatus')
  return c.json({ ...shown, ...(asksForScans ? { securityRepoStatus: { scansDone: false, filesWithIssues: [] } } : {}) })
}

/** @throws {HubError} `inference.not_redirected` to a client that would call another company's server with what it is told */
async function routesFor(c: Context<Env>, hub: Hub, repo: Readable, expand: readonly string[]): Promise<RouteView[]> {
  const routes = await describeRoutes(hub, c.var.actor, repo)
  if (routes.length === 0 || !looksUpProvider(c.req.header('user-agent'), expand)) return routes
  const { origin } = c.var
  throw new HubError('inference.not_redirected', {
    message:
      `This hub serves ${repo.fullName} itself, but InferenceClient would send the prompt and your token to router.huggingface.co. Give it the ` +
      `address of this hub: InferenceClient(base_url="${origin}/v1") for chat, or InferenceClient(model="${origin}/hf-inference/models/${repo.fullName}").`,
  })
}

async function siteOf(c: Context<Env>, hub: Hub, repo: Readable): Promise<{ subdomain: string; host: string }> {
  const subdomain = (await subdomainsOf(hub, [repo])).get(repo.id) ?? ''
  return { subdomain, host: spaceAddress(hub, repo, subdomain, c.var.origin) }
}

/** The Spaces that name a model on their cards and that the caller may see. */
async function spacesOf(c: Context<Env>, hub: Hub, repo: Readable): Promise<string[]> {
  const { repos } = await listRepos(hub, c.var.actor, { type: 'space', sort: 'likes', tags: [`model:${repo.fullName}`], limit: 100 })
  return repos.map(({ fullName }) => fullName)
}
