import { insertAccessToken, openDiscussion } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'

interface Page {
  notifications: { read: boolean; discussion: { id: string; title: string }; repo: object }[]
  count: { view: number; unread: number }
}

describe.for(databases)('notifications over HTTP on %s', (database) => {
  test('listed in pages, marked one by one and all at once', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'chart' })
    for (const title of ['First light', 'Second sight', 'Third try'])
      await openDiscussion(t.hub, t.actors.eve, repo, { title, description: 'x' })
    const page = async (query = '', as = 'ada') => (await (await t.call(`/api/notifications${query}`, { as })).json()) as Page
    const all = await page()
    expect(all.count).toEqual({ view: 3, unread: 3 })
    expect(all.notifications).toHaveLength(3)
    expect(all.notifications[0]).toMatchObject({
      type: 'repo',
      read: false,
      reason: 'owner',
      repo: { type: 'model', name: 'ada/chart' },
      discussion: { title: 'Third try', num: 3, status: 'open', isPullRequest: false, participating: false },
    })
    expect((await page('?limit=2&p=1')).notifications.map(({ discussion }) => discussion.title)).toEqual(['First light'])
    const mark = async (json: object, query = '', as = 'ada') =>
      (await t.call(`/api/discussions/mark-as-read${query}`, { method: 'POST', as, json })).status
    const first = all.notifications[0]?.discussion.id ?? ''
    // Another user marking it as read does not affect ada.
    expect(await mark({ discussionIds: [first] }, '', 'eve')).toBe(200)
    expect((await page('?readStatus=unread')).count).toEqual({ view: 3, unread: 3 })
    expect(await mark({ discussionIds: [first, 'f'.repeat(24)] })).toBe(200)
    expect((await page('?readStatus=unread')).notifications.map(({ discussion }) => discussion.title)).toEqual([
      'Second sight',
      'First light',
    ])
    expect(await mark({}, '?applyToAll=true')).toBe(200)
    expect((await page('?readStatus=unread')).count).toEqual({ view: 0, unread: 0 })
    expect((await page()).notifications.every(({ read }) => read)).toBe(true)
    expect(await mark({ discussionIds: ['x'] })).toBe(400)
    expect((await t.call('/api/notifications?readStatus=some', { as: 'ada' })).status).toBe(400)
    const scopes = [{ entity: { type: 'user', name: 'ada' }, permissions: ['repo.write'] }] as const
    const other = await insertAccessToken(t.hub, t.actors.ada.userId, 'ada', { name: 'x', role: 'fineGrained', scopes })
    const refused = await t.call('/api/notifications', { as: other.token })
    expect([refused.status, await refused.json()]).toMatchObject([403, { permission: 'user.notifications.read' }])
  })
})
