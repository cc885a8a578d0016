import { HubError } from '@portolan/contract'
import { countUnread, type Hub, listNotifications, markDiscussionsRead, markRead, type NotificationEntry, requireUser } from '@portolan/hub'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { flag, whole } from '../../http/query.ts'
import { describe } from '../../openapi/describe.ts'

const perPage = 20
const readBody = z.object({ discussionIds: z.array(z.string().regex(/^[0-9a-f]{24}$/)).max(100) })

/** The caller's notifications about discussions and pull requests: listing them in pages, and marking them as read, individually or all at once. */
export function notificationRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get('/api/notifications', describe({ summary: 'List notifications', query: ['limit', 'p', 'readStatus'] }), async (c) => {
      requireUser(c.var.actor)
      const status = c.req.query('readStatus') ?? 'all'
      if (status !== 'all' && status !== 'unread')
        throw new HubError('query.invalid', { message: 'readStatus must be all or unread', parameter: 'readStatus' })
      const page = whole(c, 'p', { fallback: 0, min: 0, max: 10_000 })
      const limit = whole(c, 'limit', { fallback: perPage, min: 1, max: 100 })
      const { entries, total } = await listNotifications(hub, c.var.actor, { isUnread: status === 'unread', page, limit })
      return c.json({
        notifications: entries.map(toWire),
        count: { view: total, unread: await countUnread(hub, c.var.actor) },
        start: page * limit,
      })
    })
    .post(
      '/api/discussions/mark-as-read',
      describe({ summary: 'Mark discussions as read', token: 'user.notifications.write', query: ['applyToAll'], body: readBody }),
      async (c) => {
        requireUser(c.var.actor)
        if (flag(c, 'applyToAll')) await markRead(hub, c.var.actor, 'all')
        else await markDiscussionsRead(hub, c.var.actor, (await jsonBody(c, readBody)).discussionIds)
        return c.json({ success: true })
      },
    )
}

function toWire(entry: NotificationEntry) {
  return {
    type: 'repo',
    updatedAt: entry.updatedAt.toISOString(),
    read: !entry.isUnread,
    reason: entry.reason,
    eventId: entry.eventUid,
    repo: { type: entry.repo.type, name: entry.repo.fullName },
    discussion: {
      id: entry.discussionUid,
      num: entry.num,
      title: entry.title,
      status: entry.status,
      isPullRequest: entry.isPullRequest,
      participating: entry.reason === 'participant' || entry.reason === 'mention',
    },
  }
}
