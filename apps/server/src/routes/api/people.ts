import {
  createPasswordReset,
  endSessionsOf,
  type Hub,
  listPeople,
  type Person,
  requireUser,
  revokeTokensOf,
  setAdministrator,
  setSuspended,
} from '@portolan/hub'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { nextLink, whole } from '../../http/query.ts'

const change = z.object({ suspended: z.boolean().optional(), administrator: z.boolean().optional() })

/** The hub's users, for its administrators. */
export function peopleRoutes(hub: Hub): Hono<Env> {
  const person = '/api/admin/users/:name'
  return new Hono<Env>()
    .get('/api/admin/users', async (c) => {
      const limit = whole(c, 'limit', { fallback: 100, min: 1, max: 1_000 })
      const skip = whole(c, 'skip', { fallback: 0, min: 0, max: 1_000_000 })
      const { people, hasMore } = await listPeople(hub, c.var.actor, { limit, skip, search: c.req.query('search') ?? '' })
      if (hasMore) c.header('Link', nextLink(c, { skip: String(skip + limit) }))
      return c.json(people.map(toWire))
    })
    .put(person, async (c) => {
      requireUser(c.var.actor)
      const { suspended, administrator } = await jsonBody(c, change)
      const name = c.req.param('name')
      if (suspended !== undefined) await setSuspended(hub, c.var.actor, name, suspended)
      if (administrator !== undefined) await setAdministrator(hub, c.var.actor, name, administrator)
      return c.json({ success: true })
    })
    .post(`${person}/password-reset`, async (c) => {
      const { code, expiresAt } = await createPasswordReset(hub, c.var.actor, c.req.param('name'))
      const url = `${c.var.origin}/reset-password?code=${code}`
      return c.json({ url, expiresAt: expiresAt.toISOString() }, 200, { 'Cache-Control': 'no-store' })
    })
    .delete(`${person}/sessions`, async (c) => {
      await endSessionsOf(hub, c.var.actor, c.req.param('name'))
      return c.json({ success: true })
    })
    .delete(`${person}/tokens`, async (c) => {
      await revokeTokensOf(hub, c.var.actor, c.req.param('name'))
      return c.json({ success: true })
    })
}

function toWire({ name, fullname, email, isAdmin, isSuspended, createdAt, lastSeenAt, sessions, tokens, repos }: Person) {
  return {
    name,
    fullname,
    email,
    isAdministrator: isAdmin,
    isSuspended,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    sessions,
    tokens,
    repos,
  }
}
