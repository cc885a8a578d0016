import { createPageHub, type Hub } from '@portolan/hub'
import { hubContext } from '@portolan/web/hub-context'
import { HubError } from '@portolan/contract'
import { bodyLimit } from 'hono/body-limit'
import type { MiddlewareHandler } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Env } from '../env.ts'

/** Forms of pages carry text; files are uploaded through the API. */
const maxFormBytes = 1024 * 1024
const limitForm = bodyLimit({
  maxSize: maxFormBytes,
  onError: () => {
    throw new HubError('body.too_large')
  },
})

/** Renders pages and runs their actions. Loaders reach the hub through the router's context, bound to the caller. */
export function pageHandler(
  hub: Hub,
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: 'production' | 'development',
): MiddlewareHandler<Env> {
  const handle = createRequestHandler(build, mode)
  return async (c) => {
    await limitForm(c, async () => {
      const { actor, address, basePath, origin, requestId, sessionToken } = c.var
      const pageHub = createPageHub(hub, actor, {
        origin,
        sessionToken,
        requestId,
        userAgent: c.req.header('user-agent') ?? null,
        callerAddress: address,
      })
      // Behind TLS the request says http: actions compare its address with the Origin header, so it is built from the public address.
      const url = new URL(c.req.url)
      const request = new Request(`${origin.slice(0, origin.length - basePath.length)}${url.pathname}${url.search}`, c.req.raw)
      c.res = await handle(request, new RouterContextProvider(new Map([[hubContext, pageHub]]) as never))
    })
    return c.res
  }
}
