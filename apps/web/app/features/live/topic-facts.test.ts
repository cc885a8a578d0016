import type { LiveRepoState } from '@portolan/contract'
import { expect, test } from 'vitest'
import { afterMessage, type LiveMessage, noFacts, type TopicFacts } from './topic-facts.ts'

const topic = 'repo:models/ada/tides'
const about = { topic, at: '2026-01-02T03:04:05.000Z', by: 'eve' } as const
const state: LiveRepoState = { path: '/ada/tides', isPrivate: false, likes: 3, liked: true, head: 'a1', progress: [] }
const hello = (head: string): LiveMessage => ({
  kind: 'hello',
  data: { viewer: 'ada', heartbeatSeconds: 25, topics: { [topic]: { ...state, head } } },
})

/** Applies one message per millisecond. */
function after(...messages: readonly LiveMessage[]): TopicFacts {
  return messages.reduce((facts, message, now) => afterMessage(facts, topic, message, { viewer: 'ada', now }), noFacts)
}

test('the hello says how things are; a head that is known keeps its time', () => {
  expect(after(hello('a1'))).toEqual({
    likes: { value: 3, at: 0 },
    liked: { value: true, at: 0 },
    heads: { main: { value: { oid: 'a1', by: null }, at: 0 } },
    change: null,
    progress: [],
    discussions: {},
    notified: null,
  })
  expect(after(hello('a1'), hello('a1')).heads['main']?.at).toBe(0)
  expect(after(hello('a1'), hello('b2')).heads['main']).toEqual({ value: { oid: 'b2', by: null }, at: 1 })
})

test('likes count; only one’s own change the heart', () => {
  const like = (by: string, likes: number): LiveMessage => ({ kind: 'like', data: { ...about, by, liked: false, likes } })
  expect(after(hello('a1'), like('eve', 4))).toMatchObject({ likes: { value: 4 }, liked: { value: true } })
  expect(after(hello('a1'), like('ada', 2))).toMatchObject({ likes: { value: 2 }, liked: { value: false, at: 1 } })
})

test('commits and refs move the heads of branches, tags do not', () => {
  const facts = after(
    { kind: 'commit', data: { ...about, ref: 'refs/heads/main', oid: 'b2' } },
    { kind: 'ref', data: { ...about, ref: 'refs/heads/next', oid: 'c3' } },
    { kind: 'ref', data: { ...about, ref: 'refs/heads/next', oid: null } },
    { kind: 'ref', data: { ...about, ref: 'refs/tags/v1', oid: 'd4' } },
  )
  expect(facts.heads).toEqual({ main: { value: { oid: 'b2', by: 'eve' }, at: 0 }, next: { value: { oid: 'c3', by: 'eve' }, at: 1 } })
})

test('of each discussion the last thing is known', () => {
  const say = (num: number, change: string): LiveMessage => ({ kind: 'discussion', data: { ...about, num, change } })
  expect(after(say(1, 'created'), say(2, 'comment'), say(1, 'edit')).discussions).toEqual({
    1: { value: { change: 'edit', by: 'eve' }, at: 2 },
    2: { value: { change: 'comment', by: 'eve' }, at: 1 },
  })
})

test('work is there while it runs', () => {
  const step = (state: 'running' | 'done', done: number): LiveMessage => ({
    kind: 'progress',
    data: { topic, progress: { id: 'x', kind: 'engine.load', title: 'Loading', state, done, total: 10, unit: 'steps', message: null } },
  })
  expect(after(step('running', 1), step('running', 2)).progress).toMatchObject([{ done: 2 }])
  expect(after(step('running', 1), step('done', 10)).progress).toEqual([])
})

test('what is not about the topic changes nothing', () => {
  const facts = after(hello('a1'))
  const others: LiveMessage[] = [
    { kind: 'like', data: { ...about, topic: 'repo:models/ada/ebbs', liked: true, likes: 9 } },
    { kind: 'hello', data: { viewer: null, heartbeatSeconds: 25, topics: {} } },
    { kind: 'hello', data: { viewer: null, heartbeatSeconds: 25, topics: { [topic]: null } } },
    { kind: 'session', data: { state: 'ended' } },
    { kind: 'resync', data: { reason: 'slow' } },
    { kind: 'of a later hub', data: { topic } } as never,
  ]
  for (const message of others) expect(afterMessage(facts, topic, message, { viewer: 'ada', now: 5 })).toBe(facts)
})
