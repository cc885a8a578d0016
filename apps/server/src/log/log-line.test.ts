import { expect, test } from 'vitest'
import { logLine } from './log-line.ts'

const time = new Date('2026-01-02T03:04:05.678Z')
const entry = (fields: Record<string, unknown>, message = 'a job failed') => ({ time, level: 'warn' as const, message, fields })

test('an entry is one JSON object, and errors are their stacks', () => {
  const error = new Error('no disk', { cause: new Error('ENOSPC') })
  const parsed = JSON.parse(logLine('json', entry({ error, count: 3, name: 'a\nb' }))) as Record<string, string>
  expect(parsed).toMatchObject({ time: time.toISOString(), level: 'warn', message: 'a job failed', count: 3, name: 'a\nb' })
  expect(parsed['error']).toMatch(/^Error: no disk\n[^]*caused by: Error: ENOSPC\n/)
})

test('text is for people: short values follow the message, stacks are indented below it', () => {
  expect(logLine('text', entry({ job: 'gc', words: 'a b', error: 'Error: x\n    at y' }))).toBe(
    '2026-01-02T03:04:05.678Z WARN  a job failed job=gc words="a b"\n    error: Error: x\n        at y\n',
  )
})

test('no value forges an entry or moves the cursor', () => {
  const hostile = 'x\n2026-01-02T03:04:05.678Z ERROR forged\u001b[2J\r\u2028'
  for (const format of ['text', 'json'] as const) {
    const text = logLine(format, entry({ hostile, other: '\u001b[2J' }, hostile))
    expect(text.split('\n').filter((line) => /^\S*2026.*forged/.test(line) && !line.includes('x\\n'))).toEqual([])
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  }
})

test('values without a JSON form and endless ones do not keep a message out of the log', () => {
  const round: Record<string, unknown> = {}
  round['self'] = round
  expect(JSON.parse(logLine('json', entry({ round, big: 2n })))).toMatchObject({ message: 'a job failed', big: '2' })
  expect(logLine('text', entry({ long: 'x'.repeat(1_000_000) })).length).toBeLessThan(11_000)
})
