import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { HubError, isHubError } from '@portolan/contract'
import { actorFromToken, type Hub, type LiveCaller, openSession, parseTopics, type UserActor } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../../env.ts'
import { accountKey } from '../../http/caller-key.ts'
import { nodeHeaders } from '../../http/node-headers.ts'
import { list } from '../../http/query.ts'
import type { LiveStreams } from '../../live/live-streams.ts'
import { tokenOf } from '../../middleware/actor.ts'
import { describe } from '../../openapi/describe.ts'

const eventStream = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // By default nginx holds responses back until a buffer is full (docs/operate/proxies.md).
  'X-Accel-Buffering': 'no',
}

/** The live channel: events about repos and the caller, as server-sent events (docs/adr/0010). */
export function eventRoutes(hub: Hub, streams: LiveStreams): Hono<Env> {
  return new Hono<Env>().get('/api/events', describe({ summary: 'Stream of live updates (server-sent events)' }), async (c) => {
    const topics = parseTopics(list(c, 'topic'))
    const head = c.body(null, 200, eventStream)
    if (c.req.method === 'HEAD') return head
    const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
    if (!(outgoing && 'req' in outgoing)) throw new HubError('live.unavailable')
    const response = outgoing as ServerResponse
    const release = streams.reserve(accountKey(c), c.var.actor.kind === 'user')
    const onClose: (() => void)[] = [release]
    let isClosed = false
    response.once('close', () => {
      isClosed = true
      for (const undo of onClose) undo()
    })
    const { caller, recheck } = await credentials(c, hub)
    const subscription = await streams.channel.subscribe({
      caller,
      recheck,
      topics,
      cursor: c.req.header('last-event-id') ?? null,
      sink: streams.sink(response, nodeHeaders(head.headers)),
    })
    onClose.push(() => subscription.close(), streams.keepAlive(response))
    if (isClosed) for (const undo of onClose.slice(1)) undo()
    return RESPONSE_ALREADY_SENT
  })
}

/** The caller's credentials, and a function that rechecks them without the request. */
async function credentials(c: Context<Env>, hub: Hub): Promise<{ caller: LiveCaller; recheck(): Promise<LiveCaller | null> }> {
  const token = tokenOf(c)
  const { actor, sessionToken } = c.var
  if (token !== null && actor.kind === 'user') {
    return { caller: toCaller(actor), recheck: () => callerOfToken(hub, token) }
  }
  if (sessionToken === null) {
    const caller: LiveCaller = { actor, expiresAt: null }
    return { caller, recheck: async () => caller }
  }
  const recheck = async (): Promise<LiveCaller | null> => {
    // An open page does not count as use, so on its own it does not keep a session alive.
    const session = await openSession(hub, sessionToken, { isUse: false })
    return session && !session.mustSetUp ? { actor: session.actor, expiresAt: session.expiresAt.getTime() } : null
  }
  const caller = await recheck()
  if (caller === null) throw new HubError('auth.required')
  return { caller, recheck }
}

async function callerOfToken(hub: Hub, token: string): Promise<LiveCaller | null> {
  try {
    return toCaller(await actorFromToken(hub, token))
  } catch (error) {
    if (isHubError(error, 'auth.invalid_token')) return null
    throw error
  }
}

function toCaller(actor: UserActor): LiveCaller {
  return { actor, expiresAt: actor.token?.expiresAt?.getTime() ?? null }
}
