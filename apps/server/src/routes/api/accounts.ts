import { HubError, orgRoles } from '@portolan/contract'
import {
  type Account,
  type Actor,
  countDiscussionsBy,
  countFollowers,
  countFollowing,
  countLikes,
  countMembers,
  countUpvotes,
  createOrg,
  deleteOrg,
  follow,
  followedAmong,
  type Hub,
  listFollows,
  listMembers,
  listOrgsOf,
  listRepos,
  requireAccount,
  requireUser,
  setMemberRole,
  unfollow,
} from '@portolan/hub'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { nextLink, whole } from '../../http/query.ts'
import { avatarUrl, toWireUser } from '../../wire/account.ts'
import { avatarAnswer, membersAnswer, orgOverviewAnswer, successAnswer, userOverviewAnswer, usersAnswer } from '../../wire/answers.ts'
import { describe } from '../../openapi/describe.ts'

const roleBody = z.object({ role: z.enum([...orgRoles, 'no_access']) })
const orgBody = z.object({ name: z.string(), fullname: z.string().max(100).nullish() })
const page = { fallback: 1_000, min: 1, max: 1_000 } as const

/** Users and organizations. Following, and creating and deleting organizations, are extensions of this hub. */
export function accountRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get('/api/users/:name/overview', describe({ summary: 'Overview of a user', answer: userOverviewAnswer }), async (c) => {
      const account = await requireAccount(hub, c.req.param('name'), 'user')
      const orgs = await listOrgsOf(hub, account.id)
      return c.json({
        ...(await toWireUsers(c, hub, [account]))[0],
        details: account.bio,
        ...(await repoCounts(hub, c.var.actor, account)),
        numDiscussions: await countDiscussionsBy(hub, account.id),
        numPapers: 0,
        numUpvotes: await countUpvotes(hub, account.id),
        numLikes: await countLikes(hub, account.id),
        numFollowing: await countFollowing(hub, account.id),
        numFollowers: await countFollowers(hub, account.id),
        orgs: orgs.map(({ org }) => ({ name: org.name, fullname: org.fullname, avatarUrl: avatarUrl(c.var.origin, org.name) })),
        createdAt: account.createdAt.toISOString(),
      })
    })
    .post('/api/organizations', describe({ summary: 'Create an organization', token: null, body: orgBody }), async (c) => {
      requireUser(c.var.actor)
      const { name, fullname } = await jsonBody(c, orgBody)
      const org = await createOrg(hub, c.var.actor, { name, ...(fullname ? { fullname } : {}) })
      return c.json({ name: org.name, fullname: org.fullname, url: `${c.var.origin}/${org.name}` })
    })
    .get(
      '/api/organizations/:name/overview',
      describe({ summary: 'Overview of an organization', answer: orgOverviewAnswer }),
      async (c) => {
        const account = await requireAccount(hub, c.req.param('name'), 'org')
        return c.json({
          name: account.name,
          fullname: account.fullname,
          avatarUrl: avatarUrl(c.var.origin, account.name),
          details: account.bio,
          isVerified: false,
          isFollowing: (await followedAmong(hub, c.var.actor, [account.id])).size > 0,
          numUsers: await countMembers(hub, account.id),
          ...(await repoCounts(hub, c.var.actor, account)),
          numFollowers: await countFollowers(hub, account.id),
        })
      },
    )
    .get(
      '/api/organizations/:name/members',
      describe({ summary: 'List the members of an organization', answer: membersAnswer, query: ['cursor', 'limit', 'search'] }),
      async (c) => {
        const { members, nextCursor } = await listMembers(hub, c.req.param('name'), {
          search: c.req.query('search') ?? '',
          limit: whole(c, 'limit', page),
          cursor: c.req.query('cursor') ?? null,
        })
        if (nextCursor !== null) c.header('Link', nextLink(c, { cursor: nextCursor }))
        const users = await toWireUsers(
          c,
          hub,
          members.map(({ account }) => account),
        )
        return c.json(users.map((user, i) => ({ ...user, role: members[i]?.role })))
      },
    )
    .put(
      '/api/organizations/:name/members/:user/role',
      describe({ summary: 'Set the role of a member', answer: successAnswer, token: 'org.write', body: roleBody }),
      async (c) => {
        requireUser(c.var.actor)
        const { role } = await jsonBody(c, roleBody)
        await setMemberRole(hub, c.var.actor, c.req.param('name'), c.req.param('user'), role === 'no_access' ? null : role)
        return c.json({ success: true })
      },
    )
    .delete(
      '/api/organizations/:name/members/:user',
      describe({ summary: 'Remove a member', answer: successAnswer, token: 'org.write' }),
      async (c) => {
        requireUser(c.var.actor)
        await setMemberRole(hub, c.var.actor, c.req.param('name'), c.req.param('user'), null)
        return c.json({ success: true })
      },
    )
    .delete('/api/organizations/:name', describe({ summary: 'Delete an organization', answer: successAnswer, token: null }), async (c) => {
      requireUser(c.var.actor)
      await deleteOrg(hub, c.var.actor, c.req.param('name'))
      return c.json({ success: true })
    })
    .get(
      '/api/:kind{(?:users|organizations)}/:name/followers',
      describe({ summary: 'List the followers of an account', answer: usersAnswer, query: ['cursor', 'limit'] }),
      (c) => follows(c, hub, 'followers'),
    )
    .get(
      '/api/users/:name/following',
      describe({ summary: 'List the accounts that a user follows', answer: usersAnswer, query: ['cursor', 'limit'] }),
      (c) => follows(c, hub, 'following'),
    )
    .post(
      '/api/:kind{(?:users|organizations)}/:name/follow',
      describe({ summary: 'Follow an account', answer: successAnswer, token: null }),
      async (c) => {
        requireUser(c.var.actor)
        await follow(hub, c.var.actor, await accountOf(hub, c.req.param('kind'), c.req.param('name')))
        return c.json({ success: true })
      },
    )
    .delete(
      '/api/:kind{(?:users|organizations)}/:name/follow',
      describe({ summary: 'Stop following an account', answer: successAnswer, token: null }),
      async (c) => {
        requireUser(c.var.actor)
        await unfollow(hub, c.var.actor, await accountOf(hub, c.req.param('kind'), c.req.param('name')))
        return c.json({ success: true })
      },
    )
    .get(
      '/api/:kind{(?:users|organizations)}/:name/avatar',
      describe({ summary: "Address of an account's picture", answer: avatarAnswer, query: ['redirect'] }),
      async (c) => {
        const account = await accountOf(hub, c.req.param('kind'), c.req.param('name'))
        const url = avatarUrl(c.var.origin, account.name)
        const isImage = c.req.query('redirect') !== undefined || c.req.header('sec-fetch-dest') === 'image'
        return isImage ? c.redirect(url) : c.json({ avatarUrl: url })
      },
    )
    .get('/api/avatars/:name', describe({ summary: "Address of an account's picture, by name" }), async (c) => {
      const account = await requireAccount(hub, c.req.param('name'))
      return c.redirect(avatarUrl(c.var.origin, account.name))
    })
}

async function follows(c: Context<Env>, hub: Hub, list: 'followers' | 'following'): Promise<Response> {
  const account = await accountOf(hub, c.req.param('kind') ?? 'users', c.req.param('name'))
  const { accounts, nextCursor } = await listFollows(hub, account.id, list, {
    limit: whole(c, 'limit', page),
    cursor: c.req.query('cursor') ?? null,
  })
  if (nextCursor !== null) c.header('Link', nextLink(c, { cursor: nextCursor }))
  return c.json(await toWireUsers(c, hub, accounts))
}

/** Includes whether the caller follows each account. */
async function toWireUsers(c: Context<Env>, hub: Hub, accounts: readonly Account[]) {
  const followed = await followedAmong(
    hub,
    c.var.actor,
    accounts.map(({ id }) => id),
  )
  return accounts.map((account) => toWireUser(c.var.origin, account, followed.has(account.id)))
}

function accountOf(hub: Hub, kind: string | undefined, name: string | undefined): Promise<Account> {
  if (name === undefined) throw new HubError('account.not_found')
  return requireAccount(hub, name, kind === 'users' ? 'user' : 'org')
}

/** The number of the account's repos that the caller may see. */
async function repoCounts(
  hub: Hub,
  actor: Actor,
  account: Account,
): Promise<{ numModels: number; numDatasets: number; numSpaces: number }> {
  const count = async (type: 'model' | 'dataset' | 'space') =>
    (await listRepos(hub, actor, { type, author: account.name, sort: 'updated', limit: 1, withTotal: true })).total?.n ?? 0
  return { numModels: await count('model'), numDatasets: await count('dataset'), numSpaces: await count('space') }
}
