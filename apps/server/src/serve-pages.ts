import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPageHub, type Hub } from '@portolan/hub'
import { hubContext } from '@portolan/web/hub-context'
import type { Context, MiddlewareHandler } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Env } from './env.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain',
  '.ico': 'image/x-icon',
}

/** Serves the built pages and their assets. The live hub reaches the loaders through the router's context, bound to the caller. */
export async function servePages(hub: Hub, build: URL): Promise<MiddlewareHandler<Env>> {
  const server = (await import(new URL('server/index.js', build).href)) as ServerBuild
  const handle = createRequestHandler(server, 'production')
  const client = fileURLToPath(new URL('client/', build))
  return async (c) => {
    const asset = await assetFor(c, client)
    if (asset) return asset
    const pageHub = createPageHub(hub, c.var.actor, {
      origin: c.var.origin,
      sessionToken: c.var.sessionToken,
      requestId: c.var.requestId,
      userAgent: c.req.header('user-agent') ?? null,
      callerAddress: c.env?.incoming?.socket.remoteAddress ?? 'local',
    })
    // Behind TLS the request says http: actions compare its address with the Origin header, so it is built from the public address.
    const url = new URL(c.req.url)
    const request = new Request(`${c.var.origin}${url.pathname}${url.search}`, c.req.raw)
    return handle(request, new RouterContextProvider(new Map([[hubContext, pageHub]]) as never))
  }
}

const cache = new Map<string, Promise<Buffer | null>>()

async function assetFor(c: Context<Env>, client: string): Promise<Response | null> {
  const { pathname } = new URL(c.req.url)
  if (!/^\/(assets\/[\w.-]+|favicon\.svg|robots\.txt)$/.test(pathname)) return null
  const accepted = c.req.header('accept-encoding') ?? ''
  const immutable = pathname.startsWith('/assets/')
  const headers = {
    'Content-Type': `${types[extname(pathname)] ?? 'application/octet-stream'}; charset=utf-8`,
    'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    Vary: 'Accept-Encoding',
  }
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    const body = accepted.includes(encoding) ? await load(`${client}${pathname}${ending}`) : null
    if (body) return c.body(new Uint8Array(body), 200, { ...headers, 'Content-Encoding': encoding })
  }
  const body = await load(`${client}${pathname}`)
  return body ? c.body(new Uint8Array(body), 200, headers) : null
}

/** Assets are few and never change while the server runs. */
function load(path: string): Promise<Buffer | null> {
  const known = cache.get(path)
  if (known) return known
  const file = readFile(path).catch(() => null)
  cache.set(path, file)
  return file
}
