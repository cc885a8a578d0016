import { HubError, limits } from '@portolan/contract'
import {
  accessStatuses,
  cancelAccess,
  grantAccess,
  grantGroup,
  handleAccess,
  handleManyAccess,
  type Hub,
  listAccess,
  listGroups,
  type RequestOf,
  revokeGroup,
} from '@portolan/hub'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { nextLink, whole } from '../../http/query.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { toWireAccessRequest } from '../../wire/access-request.ts'
import { toWireUser } from '../../wire/account.ts'
import { describe } from '../../openapi/describe.ts'

const name = z.string().min(1).max(200)
const who = { user: name.optional(), userId: name.optional(), requestId: name.optional() }
const status = z.enum(accessStatuses)
const reason = z.string().max(limits.rejectionReason).nullish()
const handleBody = z.object({ ...who, status, rejectionReason: reason })
const batchBody = z.object({ status, rejectionReason: reason, requests: z.array(z.object(who)).min(1).max(limits.accessBatch) })
const grantBody = z.object({ user: name.optional(), userId: name.optional(), org: name.optional() })
const groupBody = z.object({ org: name })

const requests = `${apiRepo}/user-access-request`

/** Access requests for gated repos. Calls with `org` are extensions of this hub. */
export function accessRequestRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get(
      `${requests}/:status{(?:pending|accepted|rejected)}`,
      describe({ summary: 'List access requests by status', query: ['cursor', 'limit', 'search'] }),
      async (c) => {
        const repo = await repoOf(c, hub, 'access.read')
        const page = await listAccess(hub, c.var.actor, repo, {
          status: status.parse(c.req.param('status')),
          limit: whole(c, 'limit', { fallback: 1_000, min: 1, max: 1_000 }),
          cursor: c.req.query('cursor') ?? null,
          search: c.req.query('search') ?? '',
        })
        if (page.nextCursor !== null) c.header('Link', nextLink(c, { cursor: page.nextCursor }))
        return c.json(page.requests.map((request) => toWireAccessRequest(c.var.origin, request)))
      },
    )
    .post(
      `${requests}/handle`,
      describe({ summary: 'Accept or reject an access request', token: 'repo.access.write', body: handleBody }),
      async (c) => {
        const repo = await repoOf(c, hub, 'access.write')
        const body = await jsonBody(c, handleBody)
        await handleAccess(hub, c.var.actor, repo, requestOf(body), { status: body.status, reason: body.rejectionReason ?? null })
        return c.json({ success: true })
      },
    )
    .post(
      `${requests}/batch`,
      describe({ summary: 'Accept or reject several access requests', token: 'repo.access.write', body: batchBody }),
      async (c) => {
        const repo = await repoOf(c, hub, 'access.write')
        const body = await jsonBody(c, batchBody)
        const { handled } = await handleManyAccess(hub, c.var.actor, repo, body.requests.map(requestOf), {
          status: body.status,
          reason: body.rejectionReason ?? null,
        })
        return c.json({ success: true, handled })
      },
    )
    .post(
      `${requests}/grant`,
      describe({ summary: 'Grant access to a gated repo', token: 'repo.access.write', body: grantBody }),
      async (c) => {
        const repo = await repoOf(c, hub, 'access.write')
        const { user, userId, org } = await jsonBody(c, grantBody)
        if (org !== undefined) await grantGroup(hub, c.var.actor, repo, org)
        else if (user !== undefined) await grantAccess(hub, c.var.actor, repo, { name: user })
        else if (userId !== undefined) await grantAccess(hub, c.var.actor, repo, { uid: userId })
        else throw new HubError('body.invalid', { message: 'Name a user', field: 'user' })
        return c.json({ success: true })
      },
    )
    .post(`${requests}/cancel`, describe({ summary: "Withdraw one's own access request", token: null }), async (c) => {
      const repo = await repoOf(c, hub, 'read')
      await cancelAccess(hub, c.var.actor, repo)
      return c.json({ success: true })
    })
    .get(`${requests}/groups`, describe({ summary: 'List the groups that have access to a gated repo' }), async (c) => {
      const repo = await repoOf(c, hub, 'access.read')
      const groups = await listGroups(hub, c.var.actor, repo)
      return c.json(groups.map((org) => toWireUser(c.var.origin, org)))
    })
    .delete(
      `${requests}/grant`,
      describe({ summary: 'Revoke the access of a group', token: 'repo.access.write', body: groupBody }),
      async (c) => {
        const repo = await repoOf(c, hub, 'access.write')
        await revokeGroup(hub, c.var.actor, repo, (await jsonBody(c, groupBody)).org)
        return c.json({ success: true })
      },
    )
}

/** @throws {HubError} `body.invalid` unless exactly one of the three is present */
function requestOf(body: {
  readonly user?: string | undefined
  readonly userId?: string | undefined
  readonly requestId?: string | undefined
}): RequestOf {
  const { user, userId, requestId } = body
  if ([user, userId, requestId].filter((each) => each !== undefined).length !== 1)
    throw new HubError('body.invalid', { message: 'Give exactly one of user, userId, and requestId', field: 'user' })
  if (user !== undefined) return { user }
  return userId === undefined ? { requestId: requestId ?? '' } : { userId }
}
