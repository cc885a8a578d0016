import { HubError } from '@portolan/contract'
import { anonymous, canReadContent, findRepo, type Hub, openSpaceLink, type WithContent } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { rawTail } from '../http/path-tail.ts'
import { answerSpace, plainPage, type SpaceSite } from '../spaces/answer-space.ts'

/**
 * Static Spaces on the hub's own address, as sites with an opaque origin (docs/adr/0019): `/-/spaces/{id}/…` for those that everyone may read,
 * `/-/spaces/~{token}/…` for the others. The caller's credentials are ignored: a site with an opaque origin sends none.
 */
export function spaceSiteRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .all('/-/spaces/:token{~[^/]+}/*', async (c) => {
      const token = c.req.param('token')
      const site = siteAt(c, `${token}/`, true)
      const repo = await openSpaceLink(hub, token.slice(1))
      return repo === null ? unknown(c, site) : answerSpace(c, hub, repo, decoded(rawTail(c, 3)), site)
    })
    .all('/-/spaces/:owner/:name/*', async (c) => {
      const { owner, name } = c.req.param()
      const site = siteAt(c, `${owner}/${name}/`, false)
      const repo = await findPublicSpace(hub, `${owner}/${name}`)
      return repo === null ? unknown(c, site) : answerSpace(c, hub, repo, decoded(rawTail(c, 4)), site)
    })
}

function siteAt(c: Context<Env>, below: string, isPrivate: boolean): SpaceSite {
  if (isPartOfHub(c)) throw new HubError('route.not_found')
  return { root: `${c.var.basePath}/-/spaces/${below}`, hasOrigin: false, isPrivate, hubOrigin: new URL(c.var.origin).origin }
}

async function findPublicSpace(hub: Hub, fullName: string): Promise<WithContent | null> {
  const found = await findRepo(hub, anonymous, 'space', fullName)
  return found && canReadContent(anonymous, found.repo) ? found.repo : null
}

function unknown(c: Context<Env>, site: SpaceSite): Response {
  return plainPage(c, site, 404, 'There is no such Space, or the link to it has expired. Open the page of the Space again.')
}

/** A malformed escape decodes to a path that cannot exist: no path contains a NUL. */
function decoded(segments: readonly string[]): string {
  try {
    return segments.map(decodeURIComponent).join('/')
  } catch {
    return '\0'
  }
}

/**
 * A Space's script must never be loaded by one of the hub's pages, which load scripts from their own origin. A site with an opaque origin is never
 * `same-origin` to the hub, so any `same-origin` request comes from a page of the hub.
 */
function isPartOfHub(c: Context<Env>): boolean {
  const shown = new Set(['document', 'iframe', 'frame', ''])
  return c.req.header('sec-fetch-site') === 'same-origin' && !shown.has(c.req.header('sec-fetch-dest') ?? '')
}
