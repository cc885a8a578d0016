import type { LiveKind, LiveMessages, LiveProgress, LiveRepoState } from '@portolan/contract'

/** A message received on the channel. */
export type LiveMessage = { [K in LiveKind]: { readonly kind: K; readonly data: LiveMessages[K] } }[LiveKind]

/** A value received on the channel, with its time in milliseconds of `performance.now()`. Page data loaded later takes precedence. */
interface ReceivedTopic<T> {
  readonly value: T
  readonly at: number
}

/** The facts the channel has reported about one topic so far. */
export interface TopicFacts {
  readonly likes: ReceivedTopic<number> | null
  /** Whether the viewer likes the repo. */
  readonly liked: ReceivedTopic<boolean> | null
  /** Head commit and committer, if known, by branch name. */
  readonly heads: Readonly<Record<string, ReceivedTopic<{ readonly oid: string; readonly by: string | null }>>>
  /** The latest `repo` message: a change to the repo's path, or to a listing. */
  readonly change: ReceivedTopic<LiveMessages['repo']> | null
  readonly progress: readonly LiveProgress[]
  /** The latest event of each discussion, by number. */
  readonly discussions: Readonly<Record<number, ReceivedTopic<{ readonly change: string; readonly by: string | null }>>>
  /** Set when the viewer has received a notification. */
  readonly notified: ReceivedTopic<true> | null
}

export const noFacts: TopicFacts = { likes: null, liked: null, heads: {}, change: null, progress: [], discussions: {}, notified: null }

const defaultBranch = 'main'
/** Number of jobs whose progress is kept. */
const maxProgress = 20

/** Returns the facts after a message; the same object if the message does not concern the topic. */
export function afterMessage(
  facts: TopicFacts,
  topic: string,
  message: LiveMessage,
  context: { readonly viewer: string | null; readonly now: number },
): TopicFacts {
  const { viewer, now: at } = context
  if (message.kind === 'hello') return afterHello(facts, message.data.topics[topic], at)
  if (!('topic' in message.data) || message.data.topic !== topic) return facts
  switch (message.kind) {
    case 'like': {
      const { likes, liked, by } = message.data
      return { ...facts, likes: { value: likes, at }, liked: by !== null && by === viewer ? { value: liked, at } : facts.liked }
    }
    case 'commit':
      return withHead(facts, message.data.ref, { oid: message.data.oid, by: message.data.by }, at)
    case 'ref':
      return message.data.oid === null ? facts : withHead(facts, message.data.ref, { oid: message.data.oid, by: message.data.by }, at)
    case 'repo':
      return { ...facts, change: { value: message.data, at } }
    case 'discussion': {
      const { num, change, by } = message.data
      return { ...facts, discussions: { ...facts.discussions, [num]: { value: { change, by }, at } } }
    }
    case 'notification':
      return { ...facts, notified: { value: true, at } }
    case 'progress':
      return { ...facts, progress: afterStep(facts.progress, message.data.progress) }
    default:
      return facts
  }
}

/** Resets to the state sent when the connection opens, so missed messages do not matter. */
function afterHello(facts: TopicFacts, state: LiveMessages['hello']['topics'][string] | undefined, at: number): TopicFacts {
  if (state === undefined || state === null) return facts
  const progress = 'progress' in state ? state.progress : []
  if (!isRepoState(state)) return { ...facts, progress }
  const isNew = state.head !== null && facts.heads[defaultBranch]?.value.oid !== state.head
  return {
    ...facts,
    likes: { value: state.likes, at },
    liked: { value: state.liked, at },
    heads: isNew ? { ...facts.heads, [defaultBranch]: { value: { oid: state.head ?? '', by: null }, at } } : facts.heads,
    progress,
  }
}

function isRepoState(state: object): state is LiveRepoState {
  return 'likes' in state
}

function withHead(facts: TopicFacts, ref: string, value: { oid: string; by: string | null }, at: number): TopicFacts {
  if (!ref.startsWith('refs/heads/')) return facts
  return { ...facts, heads: { ...facts.heads, [ref.slice('refs/heads/'.length)]: { value, at } } }
}

function afterStep(all: readonly LiveProgress[], step: LiveProgress): readonly LiveProgress[] {
  const others = all.filter(({ id }) => id !== step.id)
  return step.state === 'running' ? [...others, step].slice(-maxProgress) : others
}
