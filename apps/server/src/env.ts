import type { HttpBindings } from '@hono/node-server'
import type { HubError } from '@portolan/contract'
import type { Actor, UserActor } from '@portolan/hub'
import type { Operation } from './openapi/describe.ts'

/** The Hono context variables available to routes. */
export interface Env {
  Bindings: Partial<HttpBindings>
  Variables: {
    /** The caller. */
    actor: Actor
    /** The value that the caller has in `HF_ENDPOINT`: scheme, host, port, and prefix, without a trailing slash. For building absolute addresses. */
    origin: string
    /** The path prefix of {@link origin}: empty, or `/hub`. For addresses relative to the host. */
    basePath: string
    /** The caller's network address, for counting and rate limiting. */
    address: string
    requestId: string
    /** What the API description says about the route; set by `describe`. */
    operation?: Operation
    /** The session cookie, when the request carries a valid one and comes from our own pages. */
    sessionToken: string | null
    /** A user who can do nothing but set up a second factor, which the hub requires; `actor` is anonymous then. */
    setUpOnly: UserActor | null
    /** When that session expires. */
    sessionExpiresAt: Date | null
    /** Why the caller's credentials were rejected; thrown once the call has been counted. */
    refusal: HubError | null
  }
}
