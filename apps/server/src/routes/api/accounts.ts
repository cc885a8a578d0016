import {
  type Account,
  type Hub,
  likeRepo,
  listLikers,
  listLikes,
  listMembers,
  listOrgsOf,
  listRepos,
  requireAccount,
  requireUser,
  setMemberRole,
  unlikeRepo,
} from '@portolan/hub'
import { orgRoles } from '@portolan/contract'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { whole } from '../../http/query.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { avatarUrl, toWireUser } from '../../wire/account.ts'

const roleBody = z.object({ role: z.enum([...orgRoles, 'no_access']) })
const countLimit = { sort: 'updated', limit: 1, withTotal: true } as const

/** Who is calling, and what is known of users and organisations (hub API, sections 1.1, 8.1 and 8.2). */
export function accountRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get('/api/whoami-v2', async (c) => {
      const user = requireUser(c.var.actor)
      const account = await requireAccount(hub, user.name)
      const orgs = await listOrgsOf(hub, user.userId)
      return c.json({
        type: 'user',
        id: account.uid,
        name: account.name,
        fullname: account.fullname,
        email: account.email,
        emailVerified: false,
        isPro: false,
        canPay: false,
        periodEnd: null,
        billingMode: 'prepaid',
        avatarUrl: avatarUrl(c.var.origin, account.name),
        orgs: orgs.map(({ org, role }) => ({
          type: 'org',
          id: org.uid,
          name: org.name,
          fullname: org.fullname,
          email: null,
          avatarUrl: avatarUrl(c.var.origin, org.name),
          canPay: false,
          periodEnd: null,
          isEnterprise: false,
          roleInOrg: role,
        })),
        auth: {
          type: 'access_token',
          accessToken: {
            displayName: user.token?.name ?? 'browser session',
            role: user.token?.role ?? 'write',
            createdAt: account.createdAt.toISOString(),
            ...(user.token?.role === 'fineGrained'
              ? { fineGrained: { scoped: user.token.scopes, global: [], canReadGatedRepos: false } }
              : {}),
          },
        },
      })
    })
    .get('/api/users/:name/overview', async (c) => {
      const account = await requireAccount(hub, c.req.param('name'), 'user')
      const orgs = await listOrgsOf(hub, account.id)
      const likes = await listLikes(hub, c.var.actor, account.id, 1_000)
      return c.json({
        ...toWireUser(c.var.origin, account),
        details: account.bio,
        ...(await repoCounts(c.var, hub, account)),
        numDiscussions: 0,
        numPapers: 0,
        numUpvotes: 0,
        numLikes: likes.length,
        numFollowing: 0,
        numFollowers: 0,
        orgs: orgs.map(({ org }) => ({ name: org.name, fullname: org.fullname, avatarUrl: avatarUrl(c.var.origin, org.name) })),
        createdAt: account.createdAt.toISOString(),
      })
    })
    .get('/api/users/:name/likes', async (c) => {
      const account = await requireAccount(hub, c.req.param('name'), 'user')
      const likes = await listLikes(hub, c.var.actor, account.id, whole(c, 'limit', { fallback: 1_000, min: 1, max: 1_000 }))
      return c.json(
        likes.map(({ repo, likedAt }) => ({ createdAt: likedAt.toISOString(), repo: { name: repo.fullName, type: repo.type } })),
      )
    })
    .get('/api/organizations/:name/overview', async (c) => {
      const account = await requireAccount(hub, c.req.param('name'), 'org')
      const members = await listMembers(hub, account.name)
      return c.json({
        name: account.name,
        fullname: account.fullname,
        avatarUrl: avatarUrl(c.var.origin, account.name),
        details: account.bio,
        isVerified: false,
        isFollowing: false,
        numUsers: members.length,
        ...(await repoCounts(c.var, hub, account)),
        numFollowers: 0,
      })
    })
    .get('/api/organizations/:name/members', async (c) => {
      const members = await listMembers(hub, c.req.param('name'))
      return c.json(members.map(({ account, role }) => ({ ...toWireUser(c.var.origin, account), role })))
    })
    .put('/api/organizations/:name/members/:user/role', async (c) => {
      requireUser(c.var.actor)
      const { role } = await jsonBody(c, roleBody)
      await setMemberRole(hub, c.var.actor, c.req.param('name'), c.req.param('user'), role === 'no_access' ? null : role)
      return c.json({ success: true })
    })
    .get('/api/:kind{(?:users|organizations)}/:name/:list{(?:followers|following)}', async (c) => {
      await requireAccount(hub, c.req.param('name'))
      return c.json([])
    })
    .get('/api/:kind{(?:users|organizations)}/:name/avatar', async (c) => {
      const account = await requireAccount(hub, c.req.param('name'))
      return c.json({ avatarUrl: avatarUrl(c.var.origin, account.name) })
    })
    .post(`${apiRepo}/like`, async (c) => c.json({ success: true, likes: await likeRepo(hub, c.var.actor, await repoOf(c, hub, 'read')) }))
    .delete(`${apiRepo}/like`, async (c) =>
      c.json({ success: true, likes: await unlikeRepo(hub, c.var.actor, await repoOf(c, hub, 'read')) }),
    )
    .get(`${apiRepo}/likers`, async (c) => {
      const likers = await listLikers(hub, await repoOf(c, hub, 'read'), 1_000)
      return c.json(likers.map((account) => toWireUser(c.var.origin, account)))
    })
}

async function repoCounts(
  caller: Env['Variables'],
  hub: Hub,
  account: Account,
): Promise<{ numModels: number; numDatasets: number; numSpaces: number }> {
  const count = async (type: 'model' | 'dataset' | 'space') =>
    (await listRepos(hub, caller.actor, { type, author: account.name, ...countLimit })).total?.n ?? 0
  return { numModels: await count('model'), numDatasets: await count('dataset'), numSpaces: await count('space') }
}
