import { HubError, orgRoles } from '@portolan/contract'
import {
  type Account,
  type Actor,
  countLikes,
  type Hub,
  listMembers,
  listOrgsOf,
  listRepos,
  requireAccount,
  requireUser,
  setMemberRole,
} from '@portolan/hub'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { whole } from '../../http/query.ts'
import { avatarUrl, toWireUser } from '../../wire/account.ts'

const roleBody = z.object({ role: z.enum([...orgRoles, 'no_access']) })

/** What is known of users and organisations (hub API, section 8.2). Nobody follows anybody here. */
export function accountRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get('/api/users/:name/overview', async (c) => {
      const account = await requireAccount(hub, c.req.param('name'), 'user')
      const orgs = await listOrgsOf(hub, account.id)
      return c.json({
        ...toWireUser(c.var.origin, account),
        details: account.bio,
        ...(await repoCounts(hub, c.var.actor, account)),
        numDiscussions: 0,
        numPapers: 0,
        numUpvotes: 0,
        numLikes: await countLikes(hub, account.id),
        numFollowing: 0,
        numFollowers: 0,
        orgs: orgs.map(({ org }) => ({ name: org.name, fullname: org.fullname, avatarUrl: avatarUrl(c.var.origin, org.name) })),
        createdAt: account.createdAt.toISOString(),
      })
    })
    .get('/api/organizations/:name/overview', async (c) => {
      const account = await requireAccount(hub, c.req.param('name'), 'org')
      return c.json({
        name: account.name,
        fullname: account.fullname,
        avatarUrl: avatarUrl(c.var.origin, account.name),
        details: account.bio,
        isVerified: false,
        isFollowing: false,
        numUsers: (await listMembers(hub, account.name)).length,
        ...(await repoCounts(hub, c.var.actor, account)),
        numFollowers: 0,
      })
    })
    .get('/api/organizations/:name/members', async (c) => {
      const search = c.req.query('search')?.toLowerCase() ?? ''
      const limit = whole(c, 'limit', { fallback: 10_000, min: 1, max: 10_000 })
      const members = (await listMembers(hub, c.req.param('name'))).filter(({ account }) => account.name.toLowerCase().includes(search))
      return c.json(members.slice(0, limit).map(({ account, role }) => ({ ...toWireUser(c.var.origin, account), role })))
    })
    .put('/api/organizations/:name/members/:user/role', async (c) => {
      requireUser(c.var.actor)
      const { role } = await jsonBody(c, roleBody)
      await setMemberRole(hub, c.var.actor, c.req.param('name'), c.req.param('user'), role === 'no_access' ? null : role)
      return c.json({ success: true })
    })
    .get('/api/:kind{(?:users|organizations)}/:name/:list{(?:followers|following)}', async (c) => {
      await accountOf(hub, c.req.param('kind'), c.req.param('name'))
      return c.json([])
    })
    .get('/api/:kind{(?:users|organizations)}/:name/avatar', async (c) => {
      const account = await accountOf(hub, c.req.param('kind'), c.req.param('name'))
      const url = avatarUrl(c.var.origin, account.name)
      const isImage = c.req.query('redirect') !== undefined || c.req.header('sec-fetch-dest') === 'image'
      return isImage ? c.redirect(url) : c.json({ avatarUrl: url })
    })
}

function accountOf(hub: Hub, kind: string | undefined, name: string | undefined): Promise<Account> {
  if (name === undefined) throw new HubError('account.not_found')
  return requireAccount(hub, name, kind === 'users' ? 'user' : 'org')
}

/** How many repos of the account the caller may see. */
async function repoCounts(
  hub: Hub,
  actor: Actor,
  account: Account,
): Promise<{ numModels: number; numDatasets: number; numSpaces: number }> {
  const count = async (type: 'model' | 'dataset' | 'space') =>
    (await listRepos(hub, actor, { type, author: account.name, sort: 'updated', limit: 1, withTotal: true })).total?.n ?? 0
  return { numModels: await count('model'), numDatasets: await count('dataset'), numSpaces: await count('space') }
}
