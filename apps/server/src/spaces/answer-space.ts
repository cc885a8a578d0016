import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { type Hub, listSpaceVariables, openSpaceFile, type SpaceConfig, spaceSignIn, type WithContent } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { type SendableFile, sendFile } from '../http/send-file.ts'
import { webContentType } from '../http/web-content-type.ts'
import { maxInjectedBytes, withVariables } from './with-variables.ts'

/** The location of a Space's site. */
export interface SpaceSite {
  /** The path of the site's root as the browser sees it, with a trailing slash. */
  readonly root: string
  /** Whether the site has its own origin; otherwise every response is sandboxed into an opaque origin. */
  readonly hasOrigin: boolean
  /** Whether access is restricted. */
  readonly isPrivate: boolean
  /** The hub, the only other origin that may frame a private site. */
  readonly hubOrigin: string
}

/**
 * The sandbox for pages of Spaces that share the hub's address: they may run scripts, but without an identity. Without `allow-same-origin` the
 * browser assigns an opaque origin: no cookies, no storage, no access to the hub's responses. This includes popups, since every response sets it.
 */
export const spaceSandbox =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-pointer-lock allow-presentation'

/** Serves a file of a Space's site to a caller who may read it. @param path decoded, without its leading slash */
export async function answerSpace(c: Context<Env>, hub: Hub, repo: WithContent, path: string, site: SpaceSite): Promise<Response> {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return plainPage(c, site, 405, 'This site serves only files.')
  const found = await openSpaceFile(hub, repo, path)
  if (found.kind === 'elsewhere') {
    const to = found.path.split('/').map(encodeURIComponent).join('/')
    return c.body(null, 302, { ...siteHeaders(site, {}), Location: site.root + to })
  }
  if (found.kind === 'nothing') {
    const isStatic = found.reason === 'missing'
    const text = isStatic
      ? 'There is nothing at this address of the Space.'
      : 'This hub serves only static Spaces, and this Space is not static.'
    return plainPage(c, site, 404, text)
  }
  const { file, config } = found
  const type = webContentType(file.name)
  const headers = {
    ...siteHeaders(site, config.customHeaders),
    'Content-Type': type,
    'Cache-Control': site.isPrivate ? 'private, no-cache' : 'no-cache',
  }
  const isPage = type.startsWith('text/html') && file.size <= maxInjectedBytes
  const sent: SendableFile = isPage ? await pageOf(hub, repo, site, await buffer(await file.read())) : file
  if (found.found) return sendFile(c, sent, headers, hub.log)
  return c.body(new Uint8Array(await buffer(await sent.read())), 404, headers)
}

async function pageOf(hub: Hub, repo: WithContent, site: SpaceSite, content: Buffer): Promise<SendableFile> {
  const variables = Object.fromEntries((await listSpaceVariables(hub, repo)).map(({ name, value }) => [name, value]))
  const page = withVariables(content, { ...variables, ...(await signInVariables(hub, repo, site)) })
  return {
    etag: createHash('sha256').update(page).digest('hex'),
    size: page.length,
    localPath: null,
    read: async (range) => Readable.from([range === undefined ? page : page.subarray(range.start, range.end + 1)], { objectMode: false }),
  }
}

/** The variables that `oauthLoginUrl` of `@huggingface/hub` reads. */
async function signInVariables(hub: Hub, repo: WithContent, site: SpaceSite): Promise<Record<string, string>> {
  const signIn = site.hasOrigin ? await spaceSignIn(hub, repo) : null
  if (signIn === null) return {}
  return { OAUTH_CLIENT_ID: signIn.clientId, OAUTH_SCOPES: signIn.scopes.join(' '), OPENID_PROVIDER_URL: site.hubOrigin }
}

/** Headers for every response of a site, whatever its status. */
export function siteHeaders(site: SpaceSite, custom: SpaceConfig['customHeaders']): Record<string, string> {
  const ancestors = site.isPrivate ? `frame-ancestors 'self' ${site.hubOrigin}` : 'frame-ancestors *'
  const names = {
    'cross-origin-embedder-policy': 'Cross-Origin-Embedder-Policy',
    'cross-origin-opener-policy': 'Cross-Origin-Opener-Policy',
  } as const
  return {
    'Content-Security-Policy': site.hasOrigin ? ancestors : `sandbox ${spaceSandbox}; ${ancestors}`,
    'X-Content-Type-Options': 'nosniff',
    // The address of a private Space grants access.
    'Referrer-Policy': site.isPrivate ? 'no-referrer' : 'strict-origin-when-cross-origin',
    // A page with an opaque origin requests its modules, fonts, and data cross-origin.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': custom['cross-origin-resource-policy'] ?? 'cross-origin',
    ...Object.fromEntries(Object.entries(names).flatMap(([key, name]) => (custom[key] === undefined ? [] : [[name, custom[key]]]))),
  }
}

export function plainPage(c: Context<Env>, site: SpaceSite, status: 404 | 405, text: string): Response {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title><style>:root{color-scheme:light dark;font-family:system-ui}body{display:grid;place-items:center;min-height:80vh}</style><p>${text}</p></html>`
  return c.body(page, status, { ...siteHeaders(site, {}), 'Content-Type': 'text/html; charset=utf-8' })
}
