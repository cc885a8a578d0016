import { HubError } from '@portolan/contract'
import {
  type AccountDeletion,
  deleteAccount,
  deleteOwnAccount,
  type DeletionChoice,
  type Hub,
  listDeletions,
  planDeletion,
  planOwnDeletion,
  requireUser,
  sessionStart,
} from '@portolan/hub'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { whole } from '../../http/query.ts'
import { describe } from '../../openapi/describe.ts'

const choice = { repositories: z.enum(['delete', 'move']), to: z.string().optional() }
const ownBody = z.object({ ...choice, name: z.string(), password: z.string().default('') })
const adminBody = z.object({ ...choice, handOverTo: z.string().nullish() })

/** The deletion of accounts: one's own, and by administrators of the hub. What an account has is removed after the response. */
export function accountDeletionRoutes(hub: Hub): Hono<Env> {
  const admin = '/api/admin/users/:name'
  return new Hono<Env>()
    .get('/api/settings/account/deletion', describe({ summary: "What deleting one's own account would remove" }), async (c) =>
      c.json(await planOwnDeletion(hub, c.var.actor)),
    )
    .delete('/api/settings/account', describe({ summary: "Delete one's own account", token: null, body: ownBody }), async (c) => {
      requireUser(c.var.actor)
      const { name, password, ...asked } = await jsonBody(c, ownBody)
      const signedInAt = await startOfSession(c, hub)
      await deleteOwnAccount(hub, c.var.actor, toChoice(asked), { name, password, signedInAt, address: c.var.address })
      return c.json({ success: true }, 202)
    })
    .get(`${admin}/deletion`, describe({ summary: 'What deleting an account would remove' }), async (c) =>
      c.json(await planDeletion(hub, c.var.actor, c.req.param('name'))),
    )
    .delete(admin, describe({ summary: 'Delete an account', token: null, body: adminBody }), async (c) => {
      requireUser(c.var.actor)
      const { handOverTo, ...asked } = await jsonBody(c, adminBody)
      await deleteAccount(hub, c.var.actor, c.req.param('name'), toChoice(asked), handOverTo ?? null)
      return c.json({ success: true }, 202)
    })
    .get('/api/admin/deletions', describe({ summary: 'List deletions of accounts', query: ['limit'] }), async (c) => {
      const limit = whole(c, 'limit', { fallback: 100, min: 1, max: 1_000 })
      return c.json((await listDeletions(hub, c.var.actor, limit)).map(toWire))
    })
}

function toChoice({ repositories, to }: { repositories: 'delete' | 'move'; to?: string | undefined }): DeletionChoice {
  if (repositories === 'delete') return { repos: 'delete' }
  if (to === undefined) throw new HubError('body.invalid', { message: 'Name the account that gets the repositories', field: 'to' })
  return { repos: 'move', to }
}

async function startOfSession(c: Context<Env>, hub: Hub): Promise<Date | null> {
  const { sessionToken } = c.var
  return sessionToken === null ? null : sessionStart(hub, sessionToken)
}

function toWire({ name, requestedBy, repos, target, total, done, startedAt, endedAt, error }: AccountDeletion) {
  return {
    name,
    requestedBy,
    repositories: repos,
    to: target,
    total,
    done,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    error,
  }
}
