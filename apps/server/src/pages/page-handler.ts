import { HubError } from '@portolan/contract'
import { createPageHub, isSetUpPage } from '@portolan/pages'
import type { Hub } from '@portolan/hub'
import { hubContext } from '@portolan/web/hub-context'
import type { Context, MiddlewareHandler } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Env } from '../env.ts'
import { FormStructure } from '../http/form-structure.ts'
import { readBody } from '../http/json-body.ts'
import { PageScheduler } from './page-scheduler.ts'

/** Page forms contain only text; files are uploaded through the API. */
const maxFormBytes = 1024 * 1024

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
    const request = await publicRequest(c)
    await turns.take()
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
    const answer = await handle(request, new RouterContextProvider(new Map([[hubContext, pageHub]]) as never))
    return withHeaders(answer, c.body(null).headers, later)
  }
}

/**
 * Behind TLS the request URL says http, but actions compare it with the Origin header, so it is rebuilt from the public address.
 * @throws {HubError} `body.too_large`, `body.invalid`
 */
async function publicRequest(c: Context<Env>): Promise<Request> {
  const { pathname, search } = new URL(c.req.url)
  const url = `${new URL(c.var.origin).origin}${pathname}${search}`
  const { method, headers, body, signal } = c.req.raw
  if (body === null) return new Request(url, c.req.raw)
  const bytes = new Uint8Array(await readBody(c, maxFormBytes, new FormStructure(c.req.header('content-type'))))
  const request = new Request(url, { method, headers, signal, body: bytes })
  if (readsJson(pathname)) return request
  // The other actions read forms; one that cannot be read would look like a fault of the hub.
  await request
    .clone()
    .formData()
    .catch((error: unknown) => {
      throw new HubError('body.invalid', { message: 'The form could not be read' }, { cause: error })
    })
  return request
}

/** The code of a widget's current state is printed for JSON. */
function readsJson(path: string): boolean {
  return /\/inference-code(?:\.data)?$/.test(path)
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
