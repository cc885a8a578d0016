import type { HttpBindings } from '@hono/node-server'
import type { Actor } from '@portolan/hub'

/** What routes find in their context. */
export interface Env {
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Who is calling. */
    actor: Actor
    /** What the caller put in `HF_ENDPOINT`: scheme, host, port and prefix, without a trailing slash. */
    origin: string
    requestId: string
    /** The cookie of a browser session, when the request came with a valid one from our own pages. */
    sessionToken: string | null
  }
}
