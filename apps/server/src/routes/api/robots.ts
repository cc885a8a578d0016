import { tokenPermissions, tokenRoles } from '@portolan/contract'
import {
  type AccessTokenInfo,
  createRobot,
  createRobotToken,
  type Hub,
  listRobots,
  listRobotTokens,
  requireUser,
  revokeRobotToken,
  type Robot,
  setRobotDisabled,
} from '@portolan/hub'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { toWireGrants } from '../../wire/account.ts'
import { describe } from '../../openapi/describe.ts'

const robotBody = z.object({ name: z.string(), fullname: z.string().max(100).optional(), role: z.string().optional() })
const switchBody = z.object({ disabled: z.boolean() })
const permissions = z.array(z.enum(tokenPermissions))
const tokenBody = z.object({
  name: z.string(),
  role: z.enum(tokenRoles).default('read'),
  scoped: z
    .array(z.object({ entity: z.object({ type: z.enum(['model', 'dataset', 'space', 'user', 'org']), name: z.string() }), permissions }))
    .optional(),
  global: permissions.optional(),
  canReadGatedRepos: z.boolean().optional(),
  expiresAt: z.iso.datetime().nullish(),
})

/** Robot accounts: an organization's, managed by its administrators; the hub's, managed by hub administrators. */
export function robotRoutes(hub: Hub): Hono<Env> {
  const routes = new Hono<Env>()
  for (const base of ['/api/organizations/:name/robots', '/api/admin/robots']) {
    const org = (c: Context<Env>) => c.req.param('name') ?? null
    const robot = (c: Context<Env>) => c.req.param('robot') ?? ''
    const token = base.startsWith('/api/admin/') ? null : ('org.serviceAccounts.write' as const)
    routes
      .get(base, describe({ summary: 'List service accounts' }), async (c) =>
        c.json((await listRobots(hub, c.var.actor, org(c))).map(toWire)),
      )
      .post(base, describe({ summary: 'Create a service account', token, body: robotBody }), async (c) => {
        requireUser(c.var.actor)
        const { name, fullname, role } = await jsonBody(c, robotBody)
        const input = { name, ...(fullname === undefined ? {} : { fullname }), ...(role === undefined ? {} : { role }) }
        return c.json(toWire(await createRobot(hub, c.var.actor, org(c), input)))
      })
      .put(`${base}/:robot`, describe({ summary: 'Enable or disable a service account', token, body: switchBody }), async (c) => {
        requireUser(c.var.actor)
        const { disabled } = await jsonBody(c, switchBody)
        await setRobotDisabled(hub, c.var.actor, org(c), robot(c), disabled)
        return c.json({ success: true })
      })
      .get(`${base}/:robot/tokens`, describe({ summary: 'List the tokens of a service account' }), async (c) =>
        c.json((await listRobotTokens(hub, c.var.actor, org(c), robot(c))).map(toWireToken)),
      )
      .post(`${base}/:robot/tokens`, describe({ summary: 'Create a token of a service account', token, body: tokenBody }), async (c) => {
        requireUser(c.var.actor)
        const { name, role, scoped, global, canReadGatedRepos, expiresAt } = await jsonBody(c, tokenBody)
        const made = await createRobotToken(hub, c.var.actor, org(c), robot(c), {
          name,
          role,
          ...(scoped === undefined ? {} : { scopes: scoped }),
          ...(global === undefined ? {} : { global }),
          ...(canReadGatedRepos === undefined ? {} : { canReadGatedRepos }),
          expiresAt: expiresAt ? new Date(expiresAt) : null,
        })
        return c.json({ token: made.token, ...toWireToken(made.info) })
      })
      .delete(`${base}/:robot/tokens/:token`, describe({ summary: 'Revoke a token of a service account', token }), async (c) => {
        await revokeRobotToken(hub, c.var.actor, org(c), robot(c), c.req.param('token') ?? '')
        return c.json({ success: true })
      })
  }
  return routes
}

function toWire({ name, fullname, org, role, isDisabled, madeBy, createdAt }: Robot) {
  return { name, fullname, organization: org, role, disabled: isDisabled, madeBy, createdAt: createdAt.toISOString() }
}

function toWireToken(info: AccessTokenInfo) {
  const { uid, name, role, hint, createdAt, expiresAt, lastUsedAt } = info
  return {
    id: uid,
    name,
    role,
    hint,
    ...(role === 'fineGrained' ? { fineGrained: toWireGrants(info) } : {}),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
