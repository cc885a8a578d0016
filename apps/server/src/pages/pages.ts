import type { RequestListener, Server } from 'node:http'
import type { Hub } from '@portolan/hub'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'

/** A server's pages: from the build, from source, or none. */
export interface Pages extends AsyncDisposable {
  /** Handles every request that is not for the API, files, or assets. */
  readonly handler: MiddlewareHandler<Env> | null
  /** Serves files from the page build; calls `next` for everything else. */
  readonly assets: MiddlewareHandler<Env> | null
  /** Sees requests before the app does and passes on the ones it does not handle. */
  readonly front: ((app: RequestListener) => RequestListener) | null
}

/** @param server not listening yet */
export type OpenPages = (hub: Hub, server: Server) => Promise<Pages>

/** No pages, only the API. */
export const noPages: OpenPages = async () => ({ handler: null, assets: null, front: null, [Symbol.asyncDispose]: async () => {} })
