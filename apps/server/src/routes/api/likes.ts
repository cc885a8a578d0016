import { type Hub, likeRepo, listLikers, listLikes, requireAccount, unlikeRepo } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { nextLink, whole } from '../../http/query.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { toWireUser } from '../../wire/account.ts'
import { likedReposAnswer, likesAnswer, usersAnswer } from '../../wire/answers.ts'
import { describe } from '../../openapi/describe.ts'

const page = { fallback: 1_000, min: 1, max: 1_000 } as const

/** Likes of repos, and likes by user. */
export function likeRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .post(`${apiRepo}/like`, describe({ summary: 'Like a repo', answer: likesAnswer, token: 'user.social.likes.write' }), async (c) =>
      c.json({ success: true, likes: await likeRepo(hub, c.var.actor, await repoOf(c, hub, 'read')) }),
    )
    .delete(`${apiRepo}/like`, describe({ summary: 'Withdraw a like', answer: likesAnswer, token: 'user.social.likes.write' }), async (c) =>
      c.json({ success: true, likes: await unlikeRepo(hub, c.var.actor, await repoOf(c, hub, 'read')) }),
    )
    .get(
      `${apiRepo}/likers`,
      describe({ summary: 'List the people who like a repo', answer: usersAnswer, query: ['cursor', 'limit'] }),
      async (c) => {
        const repo = await repoOf(c, hub, 'read')
        const { items, nextCursor } = await listLikers(hub, repo, { limit: whole(c, 'limit', page), cursor: c.req.query('cursor') ?? null })
        if (nextCursor !== null) c.header('Link', nextLink(c, { cursor: nextCursor }))
        return c.json(items.map((account) => toWireUser(c.var.origin, account)))
      },
    )
    .get(
      '/api/users/:name/likes',
      describe({ summary: 'List the repos that a user likes', answer: likedReposAnswer, query: ['cursor', 'limit'] }),
      async (c) => {
        const account = await requireAccount(hub, c.req.param('name'), 'user')
        const { items, nextCursor } = await listLikes(hub, c.var.actor, account.id, {
          limit: whole(c, 'limit', page),
          cursor: c.req.query('cursor') ?? null,
        })
        if (nextCursor !== null) c.header('Link', nextLink(c, { cursor: nextCursor }))
        return c.json(
          items.map(({ repo, likedAt }) => ({ createdAt: likedAt.toISOString(), repo: { name: repo.fullName, type: repo.type } })),
        )
      },
    )
}
