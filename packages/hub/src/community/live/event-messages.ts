import { type LiveProgress, type LiveTopic, repoPath, type RepoType, urlPrefixes } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import type { StoredEvent } from '../../foundation/events/index.ts'
import { canRead, type Repo } from '../../repository/access/index.ts'
import type { LiveMessage } from './live-message.ts'

const rightsTopics: ReadonlySet<string> = new Set([
  'access.changed',
  'account.deleted',
  'account.password_changed',
  'account.suspended',
  'account.reactivated',
  'account.sessions_ended',
  'account.tokens_revoked',
  'account.admin_granted',
  'account.admin_revoked',
  'robot.disabled',
  'robot.enabled',
  'token.refreshed',
  'token.revoked',
  'session.ended',
  'second_factor.added',
  'second_factor.removed',
  'second_factor.reset',
  'oauth.revoked',
  'oauth_app.changed',
])

/** Events that may change a caller's permissions. */
export function changesRights({ topic }: StoredEvent): boolean {
  return topic.startsWith('org.') || rightsTopics.has(topic)
}

/** Drops events superseded by a later one in the batch: likes by the same person, progress of the same job. */
export function withoutSuperseded(events: readonly StoredEvent[]): StoredEvent[] {
  const last = new Map<string, number>()
  const keyOf = ({ topic, repoId, actor, payload }: StoredEvent): string | null => {
    if (topic === 'repo.liked' || topic === 'repo.unliked') return `like ${repoId} ${actor}`
    if (topic === 'progress.changed') return `progress ${(payload['progress'] as LiveProgress).id}`
    return null
  }
  for (const event of events) {
    const key = keyOf(event)
    if (key !== null) last.set(key, event.id)
  }
  return events.filter((event) => {
    const key = keyOf(event)
    return key === null || last.get(key) === event.id
  })
}

/**
 * The message a subscriber to a repo gets for an event. Permission is decided by the current state, not by the state at the time.
 * @param repo current state; `undefined` when it is deleted
 */
export function repoMessage(event: StoredEvent, topic: LiveTopic, repo: Repo | undefined, actor: Actor): LiveMessage | null {
  const about = { topic, at: new Date(event.at).toISOString(), by: event.actor }
  if (!repo || !canRead(actor, repo)) {
    if (event.topic !== 'repo.deleted' && event.topic !== 'repo.settings_changed' && event.topic !== 'repo.moved') return null
    // Deleted or hidden: the same message, without the name of the actor.
    return goneMessage(topic, event.at)
  }
  const { payload } = event
  switch (event.topic) {
    case 'commit.created':
      return { kind: 'commit', data: { ...about, ref: String(payload['ref']), oid: String(payload['to']) } }
    case 'ref.created':
      return { kind: 'ref', data: { ...about, ref: String(payload['ref']), oid: String(payload['oid']) } }
    case 'ref.deleted':
      return { kind: 'ref', data: { ...about, ref: String(payload['ref']), oid: null } }
    case 'repo.liked':
    case 'repo.unliked':
      return { kind: 'like', data: { ...about, liked: event.topic === 'repo.liked', likes: repo.likes } }
    case 'repo.moved':
      return { kind: 'repo', data: { ...about, change: 'moved', ...shown(repo) } }
    case 'repo.settings_changed':
      return { kind: 'repo', data: { ...about, change: 'settings', ...shown(repo) } }
    case 'discussion.created':
    case 'discussion.changed':
      return { kind: 'discussion', data: { ...about, num: Number(payload['num']), change: String(payload['change']) } }
    case 'progress.changed':
      return { kind: 'progress', data: { topic, progress: payload['progress'] as LiveProgress } }
    default:
      return null
  }
}

/** Account ids of users an event concerns directly. */
export function usersOf({ topic, payload }: StoredEvent): readonly number[] {
  if (topic === 'notification.changed') return payload['userIds'] as readonly number[]
  return topic === 'progress.changed' && typeof payload['userId'] === 'number' ? [payload['userId']] : []
}

/** The message one of {@link usersOf} gets. */
export function userMessage({ topic, at, payload }: StoredEvent): LiveMessage {
  if (topic === 'notification.changed') return { kind: 'notification', data: { topic: 'user', at: new Date(at).toISOString() } }
  return { kind: 'progress', data: { topic: 'user', progress: payload['progress'] as LiveProgress } }
}

export function goneMessage(topic: LiveTopic, at: number): LiveMessage {
  return {
    kind: 'repo',
    data: { topic, at: new Date(at).toISOString(), by: null, change: 'gone', type: null, path: null, isPrivate: false },
  }
}

/** Owners in whose listings an event may appear, in lower case. Taken from the event: the repo may since have been moved out of sight. */
export function listingsOf(event: StoredEvent): readonly string[] {
  if (!event.topic.startsWith('repo.') || event.topic === 'repo.liked' || event.topic === 'repo.unliked') return []
  const names = [event.payload['fullName'], event.payload['from'], event.payload['to']]
  return [...new Set(names.flatMap((name) => (typeof name === 'string' ? [(name.split('/')[0] ?? '').toLowerCase()] : [])))]
}

/** The message a subscriber to a listing gets for an event; `null` if there is none, or if the repo was never in that listing. */
export function listingMessage(event: StoredEvent, topic: LiveTopic, repo: Repo | undefined, actor: Actor): LiveMessage | null {
  const { payload } = event
  const about = { topic, at: new Date(event.at).toISOString(), by: event.actor }
  if (repo && canRead(actor, repo)) {
    const change = event.topic === 'repo.created' ? 'created' : event.topic === 'repo.moved' ? 'moved' : 'settings'
    return { kind: 'repo', data: { ...about, change, ...shown(repo) } }
  }
  const wasPublic = payload['before'] === 'public' || payload['visibility'] === 'public'
  const isGone = event.topic === 'repo.deleted' || event.topic === 'repo.settings_changed'
  if (!wasPublic || !isGone) return null
  const name = payload['fullName']
  const type = payload['type'] as RepoType | undefined
  return {
    kind: 'repo',
    data: {
      ...about,
      by: null,
      change: 'gone',
      type: type ?? null,
      path: typeof name === 'string' && type !== undefined ? `/${urlPrefixes[type]}${name}` : null,
      isPrivate: false,
    },
  }
}

function shown(repo: Repo) {
  return { type: repo.type, path: `/${repoPath(repo)}`, isPrivate: repo.visibility === 'private' } as const
}
