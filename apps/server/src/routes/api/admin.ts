import {
  createInvite,
  type Hub,
  type Invite,
  listInvites,
  listOrganizations,
  type Organization,
  readOverview,
  readWork,
  requireUser,
  restoreOrganization,
  revokeInvite,
  serverReport,
} from '@portolan/hub'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { nextLink, whole } from '../../http/query.ts'
import { describe } from '../../openapi/describe.ts'

const restoreBody = z.object({ administrator: z.string().nullish() })
const inviteBody = z.object({ days: z.number().int().optional() })

/** What only the hub's administrators see and do, besides people: docs/operate/people.md and docs/operate/monitoring.md. */
export function adminRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get('/api/admin/overview', describe({ summary: 'Show the state of the hub' }), async (c) =>
      c.json(await readOverview(hub, c.var.actor)),
    )
    .get('/api/admin/jobs', describe({ summary: 'List background work' }), async (c) => c.json(await readWork(hub, c.var.actor)))
    .get('/api/admin/settings', describe({ summary: 'List the settings in force' }), (c) =>
      c.json(serverReport(hub, c.var.actor)?.settings ?? []),
    )
    .get(
      '/api/admin/organizations',
      describe({ summary: 'List and search organizations', query: ['limit', 'only', 'search', 'skip'] }),
      async (c) => {
        const { limit, skip } = paging(c)
        const query = {
          limit,
          skip,
          search: c.req.query('search') ?? '',
          ...(c.req.query('only') === 'deleted' ? { only: 'deleted' as const } : {}),
        }
        const { organizations, hasMore } = await listOrganizations(hub, c.var.actor, query)
        if (hasMore) c.header('Link', nextLink(c, { skip: String(skip + limit) }))
        return c.json(organizations satisfies Organization[])
      },
    )
    .post(
      '/api/admin/organizations/:name/restore',
      describe({ summary: 'Restore a deleted organization', token: null, body: restoreBody }),
      async (c) => {
        requireUser(c.var.actor)
        const { administrator } = await jsonBody(c, restoreBody)
        const { name } = await restoreOrganization(hub, c.var.actor, c.req.param('name'), administrator ?? null)
        return c.json({ name, url: `${c.var.origin}/${name}` })
      },
    )
    .get('/api/admin/invites', describe({ summary: 'List invitations', query: ['limit', 'skip'] }), async (c) => {
      const { limit, skip } = paging(c)
      const { invites, hasMore } = await listInvites(hub, c.var.actor, { limit, skip })
      if (hasMore) c.header('Link', nextLink(c, { skip: String(skip + limit) }))
      return c.json(invites satisfies Invite[])
    })
    .post('/api/admin/invites', describe({ summary: 'Create an invitation', token: null, body: inviteBody }), async (c) => {
      requireUser(c.var.actor)
      const { days } = await jsonBody(c, inviteBody)
      return c.json({ code: await createInvite(hub, c.var.actor, days) }, 201, { 'Cache-Control': 'no-store' })
    })
    .delete('/api/admin/invites/:id', describe({ summary: 'Revoke an invitation', token: null }), async (c) => {
      await revokeInvite(hub, c.var.actor, c.req.param('id'))
      return c.json({ success: true })
    })
}

function paging(c: Context<Env>): { limit: number; skip: number } {
  return {
    limit: whole(c, 'limit', { fallback: 100, min: 1, max: 1_000 }),
    skip: whole(c, 'skip', { fallback: 0, min: 0, max: 1_000_000 }),
  }
}
