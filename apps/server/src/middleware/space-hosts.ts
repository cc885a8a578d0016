import { anonymous, canReadContent, findSpaceBySubdomain, type Hub, openSpaceLink, subdomainsOf } from '@portolan/hub'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { answerSpace, plainPage, type SpaceSite } from '../spaces/answer-space.ts'

/**
 * Spaces on their own host names: every request for `{subdomain}.{spacesHost}` gets a file of that Space and nothing else of the hub. A private
 * Space is served below `/~{token}/`, with relative links.
 * @param limit counts the requests
 */
export function spaceHosts(hub: Hub, spacesHost: string, publicUrl: string | null, limit: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  const end = `.${spacesHost}`
  return async (c, next) => {
    const host = (c.req.header('host') ?? new URL(c.req.url).host).toLowerCase()
    if (!host.endsWith(end)) return next()
    await limit(c, async () => {})
    const label = host.slice(0, -end.length)
    const segments = new URL(c.req.url).pathname.split('/').slice(1)
    const token = segments[0]?.startsWith('~') ? segments[0].slice(1) : null
    const site: SpaceSite = {
      root: token === null ? '/' : `/~${token}/`,
      hasOrigin: true,
      isPrivate: token !== null,
      hubOrigin: publicUrl === null ? `http://${spacesHost.replace(/^[^.]+\./, '')}` : new URL(publicUrl).origin,
    }
    const repo = /^[a-z0-9-]{1,63}$/.test(label) ? await find(hub, label, token) : null
    if (repo === null)
      return plainPage(c, site, 404, 'There is no such Space, or the link to it has expired. Open the page of the Space again.')
    return answerSpace(c, hub, repo, pathOf(token === null ? segments : segments.slice(1)), site)
  }
}

async function find(hub: Hub, label: string, token: string | null) {
  if (token === null) {
    const repo = await findSpaceBySubdomain(hub, label)
    return repo && canReadContent(anonymous, repo) ? repo : null
  }
  const repo = await openSpaceLink(hub, token)
  // A token for one Space must not open another Space's origin.
  return repo && (await subdomainsOf(hub, [repo])).get(repo.id) === label ? repo : null
}

function pathOf(segments: readonly string[]): string {
  try {
    return segments.map(decodeURIComponent).join('/')
  } catch {
    return '\0'
  }
}
