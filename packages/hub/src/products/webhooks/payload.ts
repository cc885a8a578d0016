import { repoPath } from '@portolan/contract'
import { createHash } from 'node:crypto'
import type { Reader } from '../../foundation/db/db.ts'
import type { StoredEvent } from '../../foundation/events/index.ts'
import type { Repo } from '../../repository/access/index.ts'
import { discussionMessage } from './discussion-payload.ts'
import type { WebhookDomain } from './webhook.ts'

/** The part of a payload that is the same for every webhook. */
export interface WebhookMessage {
  readonly domain: WebhookDomain
  readonly body: Readonly<Record<string, unknown>>
}

/** Describes an event for receivers; `null` for events that are not sent to them. @param base URL of this hub */
export async function messageOf(
  db: Reader,
  event: StoredEvent,
  repo: Repo,
  ownerUid: string,
  base: string,
): Promise<WebhookMessage | null> {
  const url = { web: `${base}/${repoPath(repo)}`, api: `${base}/api/${repo.type}s/${repo.fullName}` }
  const about = {
    type: repo.type,
    name: repo.fullName,
    id: repo.uid,
    private: repo.visibility === 'private',
    url,
    owner: { id: ownerUid },
    tags: repo.tags,
  }
  if (event.topic.startsWith('discussion.')) {
    const told = await discussionMessage(db, event, repo, url.web, url.api)
    return told && { domain: 'discussion', body: { event: told.event, repo: about, ...told.more } }
  }
  const told = happened(event)
  if (told === null) return null
  const head = repo.headOid === null ? {} : { headSha: repo.headOid }
  return { domain: 'repo', body: { event: { action: told.action, scope: told.scope }, repo: { ...about, ...head }, ...told.more } }
}

interface Happened {
  readonly action: 'create' | 'update' | 'delete' | 'move'
  readonly scope: 'repo' | 'repo.content' | 'repo.config'
  readonly more?: Readonly<Record<string, unknown>>
}

function happened({ topic, payload }: StoredEvent): Happened | null {
  const ref = payload['ref']
  const refs = (oldSha: unknown, newSha: unknown) => ({ updatedRefs: [{ ref, oldSha: oldSha ?? null, newSha: newSha ?? null }] })
  switch (topic) {
    case 'repo.created':
      return { action: 'create', scope: 'repo' }
    case 'repo.deleted':
      return { action: 'delete', scope: 'repo' }
    case 'repo.moved':
      return { action: 'move', scope: 'repo' }
    case 'repo.settings_changed':
      return { action: 'update', scope: 'repo.config', more: { updatedConfig: configOf(payload) } }
    case 'commit.created':
      return { action: 'update', scope: 'repo.content', more: refs(payload['from'], payload['to']) }
    case 'ref.created':
      return { action: 'update', scope: 'repo.content', more: refs(null, payload['oid']) }
    case 'ref.deleted':
      return { action: 'update', scope: 'repo.content', more: refs(payload['oid'], null) }
    default:
      return null
  }
}

function configOf(payload: StoredEvent['payload']): Record<string, unknown> {
  const { visibility, gated } = payload
  return { ...(visibility === undefined ? {} : { private: visibility === 'private' }), ...(gated === undefined ? {} : { gated }) }
}

/** The payload of a test message: shaped like a push, and marked as a test. */
export function testMessage(base: string): Readonly<Record<string, unknown>> {
  const none = createHash('sha1').update('').digest('hex')
  return {
    test: true,
    event: { action: 'update', scope: 'repo.content' },
    repo: {
      type: 'model',
      name: 'example/model',
      id: '000000000000000000000000',
      private: false,
      url: { web: `${base}/example/model`, api: `${base}/api/models/example/model` },
      owner: { id: '000000000000000000000000' },
      headSha: none,
      tags: [],
    },
    updatedRefs: [{ ref: 'refs/heads/main', oldSha: null, newSha: none }],
  }
}
