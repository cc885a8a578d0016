import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../check/sources.ts'
import { planPrintedCode, printedCodeHash } from './printed-code.ts'

const last = { sha256: 'abc', date: '2026-11-01' }
const today = new Date('2026-11-23T12:00:00Z')

test('all of it runs when something changed, when nothing is known, and when it is asked for', () => {
  expect(planPrintedCode([], 'other', last, today)).toEqual({
    part: null,
    reason: 'all of it: what it depends on changed since it passed in full on 2026-11-01',
  })
  expect(planPrintedCode([], 'abc', null, today).part).toBe(null)
  expect(planPrintedCode(['e2e', '--full'], 'abc', last, today).part).toBe(null)
})

test('otherwise the part of the day, or the one that is asked for', () => {
  const plan = planPrintedCode([], 'abc', last, today)
  expect(plan.part).toEqual({ number: 1, of: 4 })
  expect(plan.reason).toContain('npm test -- --part=1/4')
  expect(planPrintedCode(['--part=2/3'], 'other', last, today).part).toEqual({ number: 2, of: 3 })
})

test('the hash changes with what is printed and with the wire, not with tests, records and comments', async () => {
  const base = await mkdtemp(join(tmpdir(), 'portolan-printed-'))
  onTestFinished(() => rm(base, { recursive: true }))
  const folders = [
    'packages/chat-template',
    'packages/snippets',
    'packages/tasks',
    'packages/gguf',
    'packages/contract',
    'apps/server/src',
    'e2e/snippets',
    'e2e/inference',
    'scripts/test',
  ]
  for (const folder of folders)
    await cp(join(root, folder), join(base, folder), { recursive: true, filter: (path) => !/golden|fixtures|node_modules/.test(path) })
  const before = printedCodeHash(base)
  expect(printedCodeHash(base)).toBe(before)
  expect(before).toMatch(/^[0-9a-f]{64}$/)
  for (const file of ['packages/snippets/src/code/more.test.ts', 'packages/snippets/src/proofs/runs.json', 'e2e/snippets/full-run.json'])
    await writeFile(join(base, file), '1')
  expect(printedCodeHash(base)).toBe(before)
  const changed = 'packages/snippets/src/index.ts'
  const text = await readFile(join(base, changed), 'utf8')
  await writeFile(join(base, changed), `// A comment.\n\n${text}`)
  expect(printedCodeHash(base)).toBe(before)
  const seen = new Set([before])
  for (const file of [
    'packages/snippets/src/libraries/more.ts',
    'apps/server/src/routes/more.ts',
    'e2e/snippets/more.test.ts',
    'scripts/test/venvs.sh',
    changed,
  ]) {
    await writeFile(join(base, file), '1')
    seen.add(printedCodeHash(base))
  }
  expect(seen.size).toBe(6)
  await rm(join(base, 'packages/gguf'), { recursive: true })
  expect(() => printedCodeHash(base)).toThrow('packages/gguf/src has no file')
})
