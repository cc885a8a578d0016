import {
  createPasswordReset,
  endSessionsOf,
  type Hub,
  listFormerNames,
  listPeople,
  type Person,
  releaseFormerName,
  requireUser,
  resetSecondFactors,
  revokeTokensOf,
  setAdministrator,
  setSuspended,
} from '@portolan/hub'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { nextLink, whole } from '../../http/query.ts'
import { describe } from '../../openapi/describe.ts'

const change = z.object({ suspended: z.boolean().optional(), administrator: z.boolean().optional() })

/** The hub's users, for its administrators. */
export function peopleRoutes(hub: Hub): Hono<Env> {
  const person = '/api/admin/users/:name'
  return new Hono<Env>()
    .get('/api/admin/users', describe({ summary: 'List and search accounts', query: ['limit', 'search', 'skip'] }), async (c) => {
      const limit = whole(c, 'limit', { fallback: 100, min: 1, max: 1_000 })
      const skip = whole(c, 'skip', { fallback: 0, min: 0, max: 1_000_000 })
      const { people, hasMore } = await listPeople(hub, c.var.actor, { limit, skip, search: c.req.query('search') ?? '' })
      if (hasMore) c.header('Link', nextLink(c, { skip: String(skip + limit) }))
      return c.json(people.map(toWire))
    })
    .put(
      person,
      describe({ summary: 'Suspend an account, reactivate it, or make it an administrator', token: null, body: change }),
      async (c) => {
        requireUser(c.var.actor)
        const { suspended, administrator } = await jsonBody(c, change)
        const name = c.req.param('name')
        if (suspended !== undefined) await setSuspended(hub, c.var.actor, name, suspended)
        if (administrator !== undefined) await setAdministrator(hub, c.var.actor, name, administrator)
        return c.json({ success: true })
      },
    )
    .post(`${person}/password-reset`, describe({ summary: 'Create a link for setting a new password', token: null }), async (c) => {
      const { code, expiresAt } = await createPasswordReset(hub, c.var.actor, c.req.param('name'))
      const url = `${c.var.origin}/reset-password?code=${code}`
      return c.json({ url, expiresAt: expiresAt.toISOString() }, 200, { 'Cache-Control': 'no-store' })
    })
    .get(
      '/api/admin/former-names',
      describe({ summary: 'List names of deleted accounts that are still taken', query: ['limit', 'search', 'skip'] }),
      async (c) => {
        const limit = whole(c, 'limit', { fallback: 100, min: 1, max: 1_000 })
        const skip = whole(c, 'skip', { fallback: 0, min: 0, max: 1_000_000 })
        const { names, hasMore } = await listFormerNames(hub, c.var.actor, { limit, skip, search: c.req.query('search') ?? '' })
        if (hasMore) c.header('Link', nextLink(c, { skip: String(skip + limit) }))
        return c.json(
          names.map(({ name, kind, deletedAt, until }) => {
            return { name, type: kind, deletedAt: deletedAt.toISOString(), takenUntil: until?.toISOString() ?? null }
          }),
        )
      },
    )
    .delete('/api/admin/former-names/:name', describe({ summary: 'Free the name of a deleted account', token: null }), async (c) => {
      await releaseFormerName(hub, c.var.actor, c.req.param('name'))
      return c.json({ success: true })
    })
    .delete(`${person}/sessions`, describe({ summary: 'End all sessions of an account', token: null }), async (c) => {
      await endSessionsOf(hub, c.var.actor, c.req.param('name'))
      return c.json({ success: true })
    })
    .delete(`${person}/second-factors`, describe({ summary: 'Remove the second factors of an account', token: null }), async (c) => {
      await resetSecondFactors(hub, c.var.actor, c.req.param('name'))
      return c.json({ success: true })
    })
    .delete(`${person}/tokens`, describe({ summary: 'Revoke all tokens of an account', token: null }), async (c) => {
      await revokeTokensOf(hub, c.var.actor, c.req.param('name'))
      return c.json({ success: true })
    })
}

function toWire({
  name,
  fullname,
  email,
  isAdmin,
  isSuspended,
  createdAt,
  lastSeenAt,
  hasSecondFactor,
  sessions,
  tokens,
  applications,
  repos,
}: Person) {
  return {
    name,
    fullname,
    email,
    isAdministrator: isAdmin,
    isSuspended,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    hasSecondFactor,
    sessions,
    tokens,
    applications,
    repos,
  }
}
