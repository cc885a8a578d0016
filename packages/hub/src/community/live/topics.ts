import { apiSegments, HubError, limits, type LiveTopic, parseRepoName, type RepoType, repoTypes } from '@portolan/contract'

/** What a connection subscribes to. */
export type Topic =
  | { readonly kind: 'repo'; readonly name: LiveTopic; readonly type: RepoType; readonly fullName: string }
  /** `owner` in lower case; `null` for all owners. */
  | { readonly kind: 'listing'; readonly name: LiveTopic; readonly owner: string | null }
  | { readonly kind: 'user'; readonly name: LiveTopic }

/** @throws {HubError} `query.invalid` when there are no topics, too many, or a malformed one */
export function parseTopics(names: readonly string[]): Topic[] {
  const distinct = [...new Set(names)]
  if (distinct.length === 0) throw invalid('Name at least one topic: repo:models/owner/name, listing, listing:owner, or user')
  if (distinct.length > limits.liveTopics) throw invalid(`A connection can have at most ${limits.liveTopics} topics`)
  return distinct.map(parseTopic)
}

function parseTopic(name: string): Topic {
  if (name === 'user') return { kind: 'user', name }
  if (name === 'listing') return { kind: 'listing', name, owner: null }
  const [, kind, rest = ''] = /^(listing|repo):([\w./-]{1,200})$/.exec(name) ?? []
  if (kind === 'listing' && !rest.includes('/')) return { kind: 'listing', name: `listing:${rest}`, owner: rest.toLowerCase() }
  const [, segment, fullName = ''] = /^([a-z]+)\/(.+)$/.exec(rest) ?? []
  const type = repoTypes.find((each) => apiSegments[each] === segment)
  if (kind !== 'repo' || type === undefined || parseRepoName(fullName) === null)
    throw invalid(`${name.slice(0, 80)} is not a topic; topics are repo:models/owner/name, listing, listing:owner, and user`)
  return { kind: 'repo', name: `repo:${rest}`, type, fullName }
}

function invalid(message: string): HubError {
  return new HubError('query.invalid', { message, parameter: 'topic' })
}
