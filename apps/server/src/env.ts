import type { HttpBindings } from '@hono/node-server'
import type { HubError } from '@portolan/contract'
import type { Actor } from '@portolan/hub'

/** What routes find in their context. */
export interface Env {
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Who is calling. */
    actor: Actor
    /** What the caller put in `HF_ENDPOINT`: scheme, host, port and prefix, without a trailing slash. For absolute addresses. */
    origin: string
    /** The path prefix of {@link origin}: empty, or `/hub`. For addresses relative to the host. */
    basePath: string
    /** The network address of the caller, for counting and limiting. */
    address: string
    requestId: string
    /** The cookie of a browser session, when the request came with a valid one from our own pages. */
    sessionToken: string | null
    /** When that session ends. */
    sessionExpiresAt: Date | null
    /** Why the caller's credentials do not count; thrown once the call has been counted. */
    refusal: HubError | null
  }
}
