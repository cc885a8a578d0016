import type { RequestListener, Server } from 'node:http'
import type { Hub } from '@portolan/hub'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'

/** Where the pages of a server come from: the build, their sources, or nowhere. */
export interface Pages extends AsyncDisposable {
  /** Answers whatever is not API, files or assets. */
  readonly handler: MiddlewareHandler<Env> | null
  /** Answers files of the pages' build; calls `next` for everything else. */
  readonly assets: MiddlewareHandler<Env> | null
  /** Sees requests before the app does, and hands on what is not its own. */
  readonly front: ((app: RequestListener) => RequestListener) | null
}

/** @param server does not listen yet */
export type OpenPages = (hub: Hub, server: Server) => Promise<Pages>

/** Only the API. */
export const noPages: OpenPages = async () => ({ handler: null, assets: null, front: null, [Symbol.asyncDispose]: async () => {} })
