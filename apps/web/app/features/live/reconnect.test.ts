import { describe, expect, test } from 'vitest'
import { dueAt, type LiveEvent, initialState, isActive, type LiveState, liveTimes, step } from './reconnect.ts'

type Story = readonly (LiveEvent['type'] | LiveEvent | number)[]

/** Applies the events in order; a bare number advances the clock, with a tick whenever one is due. */
function run(...story: Story): { state: LiveState; now: number } {
  let state = initialState
  let now = 0
  for (const part of story) {
    if (typeof part === 'number') {
      const end = now + part
      for (let due = dueAt(state); due !== null && due <= end; due = dueAt(state)) {
        now = Math.max(now, due)
        const next = step(state, { type: 'tick' }, now)
        expect([part, next]).not.toEqual([part, state])
        state = next
      }
      now = end
    } else state = step(state, typeof part === 'string' ? ({ type: part } as LiveEvent) : part, now)
  }
  return { state, now }
}

const phase = (...story: Story) => run(...story).state.phase.name

describe('the live connection', () => {
  test('opens when there is something to hear, and closes when there is not', () => {
    expect(phase()).toBe('off')
    expect(phase('wanted')).toBe('opening')
    expect(phase('wanted', 'opened')).toBe('open')
    expect(phase('wanted', 'opened', 'unwanted')).toBe('off')
    expect(phase('wanted', 'unwanted', 100_000)).toBe('off')
  })

  test('another wish is another connection', () => {
    expect(run('wanted', 'opened', 'wanted').state).toMatchObject({ attempt: 2, phase: { name: 'opening' } })
  })

  test('an opening has ten seconds', () => {
    expect(phase('wanted', 9_999)).toBe('opening')
    expect(phase('wanted', 10_000)).toBe('waiting')
    expect(phase('wanted', 9_999, 'opened', 5_000)).toBe('open')
  })

  test('comes back after 1, 2, 5, 10, and then every 10 seconds', () => {
    const waits: number[] = []
    let { state, now } = run('wanted')
    for (let i = 0; i < 6; i++) {
      state = step(state, { type: 'lost' }, now)
      const due = dueAt(state) ?? 0
      waits.push(due - now)
      expect(step(state, { type: 'tick' }, due - 1)).toEqual(state)
      now = due
      state = step(state, { type: 'tick' }, now)
      expect(state.phase.name).toBe('opening')
    }
    expect(waits).toEqual([1_000, 2_000, 5_000, 10_000, 10_000, 10_000])
  })

  test('a good connection starts the waits anew; one that is cut at once does not', () => {
    const lost: LiveEvent = { type: 'lost' }
    expect(run('wanted', lost, 1_000, lost, 2_000, 'opened', 'heard', 9_000, lost).state.failures).toBe(3)
    expect(run('wanted', lost, 1_000, lost, 2_000, 'opened', 'heard', 10_000, lost).state.failures).toBe(1)
  })

  test('a hub that asks for patience gets it', () => {
    const { state, now } = run('wanted', { type: 'lost', retryAfterMs: 60_000 })
    expect(dueAt(state)).toBe(now + 60_000)
  })

  test('silence is a loss; a heartbeat is not silence', () => {
    const beats = Array.from({ length: 20 }, () => [25_000, 'heard'] as const).flat()
    expect(phase('wanted', 'opened', ...beats)).toBe('open')
    expect(phase('wanted', 'opened', ...beats, liveTimes.silenceMs - 1)).toBe('open')
    expect(phase('wanted', 'opened', ...beats, liveTimes.silenceMs)).toBe('waiting')
  })

  test('a page that is not seen lets go after a minute, and comes back at once when it is', () => {
    expect(phase('wanted', 'opened', 'hidden', 59_999)).toBe('open')
    const paused = run('wanted', 'opened', 'hidden', 60_000)
    expect(paused.state.phase.name).toBe('paused')
    expect(dueAt(paused.state)).toBe(null)
    expect(phase('wanted', 'opened', 'hidden', 59_999, 'heard', 'shown', 59_999)).toBe('open')
    expect(phase('wanted', 'opened', 'hidden', 3600_000, 'shown')).toBe('opening')
    expect(phase('wanted', 'lost', 'hidden', 500, 'shown')).toBe('opening')
  })

  test('a page that was never seen opens nothing until it is', () => {
    expect(phase('hidden', 'wanted', 500_000)).toBe('paused')
    expect(phase('hidden', 'wanted', 500_000, 'shown')).toBe('opening')
    expect(phase('hidden', 'shown')).toBe('off')
  })

  test('a hidden page gives way to another at once; a seen one does not', () => {
    expect(phase('wanted', 'opened', 'hidden', 'elsewhere')).toBe('paused')
    expect(phase('wanted', 'opened', 'elsewhere')).toBe('open')
    expect(phase('hidden', 'elsewhere')).toBe('off')
  })

  test('back online, it does not wait out the time', () => {
    expect(phase('wanted', 'lost', 'online')).toBe('opening')
    expect(phase('wanted', 'opened', 'online')).toBe('open')
  })

  test('what comes late from a connection that is no more changes nothing', () => {
    for (const late of ['opened', 'heard', 'lost'] as const) {
      for (const story of [[], ['wanted', 'unwanted'], ['wanted', 'opened', 'hidden', 'elsewhere'], ['wanted', 'lost']] as const) {
        const { state, now } = run(...story)
        expect(step(state, { type: late }, now)).toEqual(state)
      }
    }
  })

  test('whatever happens in whatever order: never two waits at once, never stuck while wanted and seen', () => {
    const types = ['wanted', 'unwanted', 'opened', 'heard', 'lost', 'hidden', 'shown', 'elsewhere', 'online', 'tick'] as const
    let seed = 1
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    let state = initialState
    let now = 0
    for (let i = 0; i < 20_000; i++) {
      now += Math.floor(random() * 20_000)
      state = step(state, { type: types[Math.floor(random() * types.length)] as 'tick' }, now)
      expect(isActive(state) && !state.isWanted).toBe(false)
      if (state.isWanted && state.hiddenSince === null) expect(dueAt(state)).toBeGreaterThan(0)
    }
  })
})
