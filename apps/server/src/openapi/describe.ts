import type { MiddlewareHandler } from 'hono'
import type { ErrorCode, TokenPermission } from '@portolan/contract'
import type { z } from 'zod'
import type { Env } from '../env.ts'
import type { QueryName } from './query-parameters.ts'

/** What the API description says about a route. */
export interface Operation {
  /** What the route does, without a period. */
  readonly summary: string
  /** The schema that checks the JSON body: the very one that the route passes to `jsonBody`. */
  readonly body?: z.ZodType
  /** The query parameters that the route reads. */
  readonly query?: readonly QueryName[]
  /**
   * What an access token needs: the permission of a fine-grained one, or `null` if none of these may make the call. Tokens with the role `write` may, for
   * accounts that may. Absent for calls that change nothing, or that are open to anybody.
   */
  readonly token?: TokenPermission | null
  /** Errors of this route besides those that follow from its path, parameters, body and permission (`errors-of.ts`). */
  readonly errors?: readonly ErrorCode[]
  /** The schema of the JSON answer (`wire/answers.ts`), with every field that an answer may have. */
  readonly answer?: z.ZodType
}

const key = Symbol('operation')
/** Where Hono keeps the original of a handler that it wrapped (its own helper for this is not exported). */
const composed = '__COMPOSED_HANDLER'

/** Describes the route that it stands before: `.post(path, describe({ … }), handler)`. */
export function describe(operation: Operation): MiddlewareHandler<Env> {
  const handler: MiddlewareHandler<Env> = (c, next) => {
    c.set('operation', operation)
    return next()
  }
  return Object.assign(handler, { [key]: operation })
}

/** The description that a handler was made with, if any. */
export function operationOf(handler: unknown): Operation | null {
  // Hono wraps the handlers of an app that has an error handler of its own.
  const { [composed]: inner = handler } = handler as { readonly [composed]?: unknown }
  return (inner as { readonly [key]?: Operation })[key] ?? null
}
