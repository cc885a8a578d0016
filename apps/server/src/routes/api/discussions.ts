import { HubError, limits, repoPath } from '@portolan/contract'
import {
  addComment,
  changeStatus,
  deleteDiscussion,
  deletePullRequestRef,
  type Discussion,
  editComment,
  hideComment,
  type Hub,
  listDiscussions,
  listEvents,
  lockDiscussion,
  mergePullRequest,
  openDiscussion,
  pinDiscussion,
  pullRequestDiff,
  pullRequestState,
  pullRequestStorage,
  react,
  type Readable,
  renameDiscussion,
  type Repo,
  requireDiscussion,
  requireParticipant,
} from '@portolan/hub'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { flag, whole, notOneOf } from '../../http/query.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { toWireDetails, toWireDiscussion, toWireEvent } from '../../wire/discussion.ts'
import { describe } from '../../openapi/describe.ts'

/** Bodies contain a single text; each character may take six bytes when escaped. */
const maxBody = 8 * limits.discussionText

const openBody = z.object({
  title: z.string(),
  description: z.string().nullish(),
  pullRequest: z.boolean().nullish(),
})
const commentBody = z.object({ comment: z.string() })
const titleBody = z.object({ title: z.string() })
const statusBody = z.object({ status: z.enum(['open', 'closed']), comment: z.string().nullish() })
const mergeBody = z.object({ comment: z.string().nullish() })
const editBody = z.object({ content: z.string() })
const pinBody = z.object({ pinned: z.boolean() })
const lockBody = z.object({ locked: z.boolean() })
const reactionBody = z.object({ reaction: z.string(), action: z.enum(['add', 'remove']).default('add') })

const base = `${apiRepo}/discussions`
const one = `${base}/:num{[0-9]+}`
const comment = `${one}/comment/:event{[0-9a-fA-F]{24}}`

/** Discussions and pull requests. */
export function discussionRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get(
      base,
      describe({ summary: 'List discussions and pull requests', query: ['author', 'p', 'search', 'sort', 'status', 'type'] }),
      async (c) => {
        const repo = await repoOf(c, hub, 'read')
        const page = await listDiscussions(hub, repo, {
          type: choice(c, 'type', ['all', 'discussion', 'pull_request']),
          status: choice(c, 'status', ['all', 'open', 'closed']),
          author: c.req.query('author') ?? null,
          search: c.req.query('search') ?? null,
          sort: sortOf(c.req.query('sort')),
          page: whole(c, 'p', { fallback: 0, min: 0, max: 1_000_000 }),
        })
        return c.json({
          count: page.count,
          start: page.start,
          discussions: page.discussions.map((each) => toWireDiscussion(c.var.origin, repo, each)),
          numClosedDiscussions: page.closed,
        })
      },
    )
    .post(base, describe({ summary: 'Open a discussion or a pull request', token: 'discussion.write', body: openBody }), async (c) => {
      const repo = await repoOf(c, hub, 'read')
      await requireParticipant(hub, c.var.actor, repo)
      const { title, description, pullRequest } = await jsonBody(c, openBody, maxBody)
      const opened = await openDiscussion(hub, c.var.actor, repo, {
        title,
        description: description ?? '',
        pullRequest: pullRequest === true ? { baseRef: 'refs/heads/main', isDraft: true } : null,
      })
      const url = `${c.var.origin}/${repoPath(repo)}/discussions/${opened.num}`
      return c.json({ num: opened.num, url, pullRequest: opened.isPullRequest }, 201)
    })
    .get(one, describe({ summary: 'Read a discussion', query: ['diff'] }), async (c) => {
      const { repo, discussion } = await discussionOf(c, hub)
      const events = await listEvents(hub, repo, discussion)
      const pullRequest = discussion.isPullRequest
        ? {
            state: await pullRequestState(hub, repo, discussion),
            diff: flag(c, 'diff') ? await pullRequestDiff(hub, c.var.actor, repo, discussion) : null,
          }
        : null
      return c.json(toWireDetails(c.var.origin, repo, discussion, events, pullRequest))
    })
    .delete(one, describe({ summary: 'Delete a discussion', token: 'repo.write' }), async (c) => {
      const { repo, num } = await addressed(c, hub)
      await deleteDiscussion(hub, c.var.actor, repo, num)
      return c.json({ success: true })
    })
    .delete(`${one}/ref`, describe({ summary: 'Delete the ref of a closed pull request', token: 'discussion.write' }), async (c) => {
      const { repo, num } = await addressed(c, hub)
      await deletePullRequestRef(hub, c.var.actor, repo, num)
      return c.json({ success: true })
    })
    .get(`${one}/storage`, describe({ summary: 'Storage that a pull request uses' }), async (c) => {
      const { repo, discussion } = await discussionOf(c, hub)
      return c.json({ storage: await pullRequestStorage(hub, repo, discussion) })
    })
    .post(`${one}/comment`, describe({ summary: 'Add a comment', token: 'discussion.write', body: commentBody }), async (c) => {
      const { repo, num } = await written(c, hub)
      const { comment: text } = await jsonBody(c, commentBody, maxBody)
      const id = await addComment(hub, c.var.actor, repo, num, { text })
      return c.json({ newMessage: await eventOf(c, hub, repo, num, id) }, 201)
    })
    .post(`${comment}/reply`, describe({ summary: 'Reply to a comment', token: 'discussion.write', body: commentBody }), async (c) => {
      const { repo, num } = await written(c, hub)
      const { comment: text } = await jsonBody(c, commentBody, maxBody)
      const id = await addComment(hub, c.var.actor, repo, num, { text, replyTo: c.req.param('event').toLowerCase() })
      return c.json({ newMessage: await eventOf(c, hub, repo, num, id) }, 201)
    })
    .post(`${comment}/edit`, describe({ summary: 'Edit a comment', token: 'discussion.write', body: editBody }), async (c) => {
      const { repo, num } = await written(c, hub)
      const { content } = await jsonBody(c, editBody, maxBody)
      await editComment(hub, c.var.actor, repo, num, c.req.param('event'), content)
      return c.json({ updatedComment: await eventOf(c, hub, repo, num, c.req.param('event')) })
    })
    .post(`${comment}/hide`, describe({ summary: 'Hide a comment', token: 'discussion.write' }), async (c) => {
      const { repo, num } = await written(c, hub)
      await hideComment(hub, c.var.actor, repo, num, c.req.param('event'))
      return c.json({ updatedComment: await eventOf(c, hub, repo, num, c.req.param('event')) })
    })
    .post(
      `${comment}/reaction`,
      describe({ summary: 'Add or remove a reaction', token: 'discussion.write', body: reactionBody }),
      async (c) => {
        const { repo, num } = await written(c, hub)
        const { reaction, action } = await jsonBody(c, reactionBody, maxBody)
        await react(hub, c.var.actor, repo, num, c.req.param('event'), { reaction, isOn: action === 'add' })
        return c.json({ updatedComment: await eventOf(c, hub, repo, num, c.req.param('event')) })
      },
    )
    .post(
      `${one}/title`,
      describe({ summary: 'Change the title of a discussion', token: 'discussion.write', body: titleBody }),
      async (c) => {
        const { repo, num } = await written(c, hub)
        const { title } = await jsonBody(c, titleBody, maxBody)
        return c.json({ newTitle: await eventOf(c, hub, repo, num, await renameDiscussion(hub, c.var.actor, repo, num, title)) })
      },
    )
    .post(`${one}/status`, describe({ summary: 'Open or close a discussion', token: 'discussion.write', body: statusBody }), async (c) => {
      const { repo, num } = await written(c, hub)
      const { status, comment: text } = await jsonBody(c, statusBody, maxBody)
      const id = await changeStatus(hub, c.var.actor, repo, num, { status, comment: text ?? null })
      return c.json({ newStatus: await eventOf(c, hub, repo, num, id) })
    })
    .post(`${one}/merge`, describe({ summary: 'Merge a pull request', token: 'repo.write', body: mergeBody }), async (c) => {
      const { repo, num } = await written(c, hub)
      // The Python client sends no body at all when there is no comment.
      const { comment: text } = await jsonBody(c, mergeBody, maxBody)
      return c.json({ success: true, mergeCommitId: await mergePullRequest(hub, c.var.actor, repo, num, text ?? null) })
    })
    .post(`${one}/pin`, describe({ summary: 'Pin or unpin a discussion', token: 'repo.write', body: pinBody }), async (c) => {
      const { repo, num } = await written(c, hub)
      const { pinned } = await jsonBody(c, pinBody)
      await pinDiscussion(hub, c.var.actor, repo, num, pinned)
      return c.json({ pinned })
    })
    .post(`${one}/lock`, describe({ summary: 'Lock or unlock a discussion', token: 'repo.write', body: lockBody }), async (c) => {
      const { repo, num } = await written(c, hub)
      const { locked } = await jsonBody(c, lockBody)
      await lockDiscussion(hub, c.var.actor, repo, num, locked)
      return c.json({ locked })
    })
}

/** Checks the repo first: for a private repo, every number looks the same to a stranger. */
async function addressed(c: Context<Env>, hub: Hub): Promise<{ repo: Readable; num: number }> {
  return { repo: await repoOf(c, hub, 'read'), num: Number(c.req.param('num')) }
}

/** Like {@link addressed}, for a caller who may write there; runs before the body is read. */
async function written(c: Context<Env>, hub: Hub): Promise<{ repo: Readable; num: number }> {
  const found = await addressed(c, hub)
  await requireParticipant(hub, c.var.actor, found.repo)
  return found
}

async function discussionOf(c: Context<Env>, hub: Hub): Promise<{ repo: Readable; discussion: Discussion }> {
  const { repo, num } = await addressed(c, hub)
  return { repo, discussion: await requireDiscussion(hub.db.read, repo, num) }
}

async function eventOf(c: Context<Env>, hub: Hub, repo: Repo, num: number, id: string): Promise<Record<string, unknown>> {
  const [event] = await listEvents(hub, repo, await requireDiscussion(hub.db.read, repo, num), id)
  if (!event) throw new HubError('discussion.not_found')
  return toWireEvent(c.var.origin, event)
}

function choice<T extends string>(c: Context, name: string, values: readonly [T, ...T[]]): T {
  const asked = c.req.query(name)
  if (asked === undefined || asked === '') return values[0]
  const found = values.find((value) => value === asked)
  if (found === undefined) throw notOneOf(name, values)
  return found
}

/** Maps the sort order names that clients send. */
function sortOf(asked: string | undefined): 'newest' | 'oldest' | 'updated' {
  if (asked === 'oldest') return 'oldest'
  return asked === 'updated' || asked === 'recently-updated' ? 'updated' : 'newest'
}
