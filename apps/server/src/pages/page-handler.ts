import { createPageHub, isSetUpPage } from '@portolan/pages'
import type { Hub } from '@portolan/hub'
import { hubContext } from '@portolan/web/hub-context'
import { HubError } from '@portolan/contract'
import { bodyLimit } from 'hono/body-limit'
import type { Context, MiddlewareHandler } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Env } from '../env.ts'
import { PageScheduler } from './page-scheduler.ts'

/** Page forms contain only text; files are uploaded through the API. */
const maxFormBytes = 1024 * 1024
const limitForm = bodyLimit({
  maxSize: maxFormBytes,
  onError: () => {
    throw new HubError('body.too_large')
  },
})

/** The default `Retry-After` for overload responses. */
const laterSeconds = 5

/** Renders pages and runs their actions. Loaders access the hub, bound to the caller, through the router's context. */
export function pageHandler(
  hub: Hub,
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: 'production' | 'development',
): MiddlewareHandler<Env> {
  const handle = createRequestHandler(build, mode)
  const turns = new PageScheduler()
  return async (c) => {
    await turns.take()
    await limitForm(c, async () => {
      const { actor, setUpOnly, address, origin, requestId, sessionExpiresAt, sessionToken } = c.var
      let later: number | null = null
      const pageHub = createPageHub(hub, setUpOnly !== null && isSetUpPage(c.req.path) ? setUpOnly : actor, {
        mustSetUp: setUpOnly !== null,
        origin,
        sessionToken,
        sessionExpiresAt,
        requestId,
        userAgent: c.req.header('user-agent') ?? null,
        callerAddress: address,
        signal: c.req.raw.signal,
        onTooMuch: (seconds) => (later = seconds),
      })
      const answer = await handle(publicRequest(c), new RouterContextProvider(new Map([[hubContext, pageHub]]) as never))
      c.res = withHeaders(answer, c.body(null).headers, later)
    })
    return c.res
  }
}

/** Behind TLS the request URL says http, but actions compare it with the Origin header, so it is rebuilt from the public address. */
function publicRequest(c: Context<Env>): Request {
  const url = new URL(c.req.url)
  return new Request(`${new URL(c.var.origin).origin}${url.pathname}${url.search}`, c.req.raw)
}

/** Merges in the headers set by earlier middlewares; the page's own headers win. */
function withHeaders(answer: Response, set: Headers, later: number | null): Response {
  const headers = new Headers(answer.headers)
  const ownCookies = new Set(answer.headers.getSetCookie().map(nameOfCookie))
  for (const [name, value] of set) {
    if (name === 'set-cookie') {
      if (!ownCookies.has(nameOfCookie(value))) headers.append(name, value)
    } else if (!headers.has(name)) headers.set(name, value)
  }
  // An error page loses the retry delay of the error that caused it.
  const status = later === null ? answer.status : 429
  if ((status === 429 || status === 503) && !headers.has('retry-after')) headers.set('Retry-After', String(later ?? laterSeconds))
  return new Response(answer.body, { status, statusText: status === answer.status ? answer.statusText : '', headers })
}

function nameOfCookie(line: string): string {
  return line.slice(0, line.indexOf('='))
}
