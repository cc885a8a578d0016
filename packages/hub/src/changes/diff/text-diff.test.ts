import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { objectOid } from '@portolan/git'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newDiffBudget } from './diff-budget.ts'
import { filePatch } from './file-patch.ts'
import { lineEdits, splitLines } from './line-edits.ts'
import { quotePath } from './quote-path.ts'
import { textDiff } from './text-diff.ts'

/** Builds the new text from the old one and the edits alone, taking equal lines from the old text. */
function applied(before: readonly string[], after: readonly string[], edits: ReturnType<typeof lineEdits>): string {
  const result: string[] = []
  let at = 0
  for (const edit of edits) {
    result.push(...before.slice(at, edit.oldStart), ...after.slice(edit.newStart, edit.newEnd))
    at = edit.oldEnd
  }
  return [...result, ...before.slice(at)].join('')
}

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const diff = (before: string, after: string) => textDiff(Buffer.from(before), Buffer.from(after))

describe('lines', () => {
  test('the edits lead from any text to any other, whatever the budget', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', '  d', '', 'e\r', '\u00e9', 'f'), { maxLength: 40 })
    fc.assert(
      fc.property(lines, lines, fc.constantFrom(0, 4, 100, 1e6), fc.boolean(), (a, b, steps, ended) => {
        const before = splitLines(Buffer.from(text(a)))
        const after = splitLines(Buffer.from(ended ? text(b) : b.join('\n')))
        const edits = lineEdits(before, after, newDiffBudget(steps))
        expect(applied(before, after, edits)).toBe(after.join(''))
        for (const [i, edit] of edits.entries()) {
          const last = edits[i - 1]
          // In order and never adjacent: there are equal lines between any two.
          if (last) expect(edit.oldStart - last.oldEnd).toBe(edit.newStart - last.newEnd)
          if (last) expect(edit.oldStart).toBeGreaterThan(last.oldEnd)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('few edits among many lines are found to the last one', () => {
    const before = Array.from({ length: 20_000 }, (_, i) => `line ${i}`)
    const after = before.flatMap((line, i) => (i % 500 === 7 ? [] : i % 700 === 3 ? [line, 'new'] : [line]))
    const { added, removed } = diff(text(before), text(after))
    expect([added, removed]).toEqual([29, 40])
  })

  test('100,000 changed lines: the unchanged ones between are still found, by what stands once', () => {
    const before = Array.from({ length: 150_000 }, (_, i) => `line ${i}`)
    const after = before.map((line, i) => (i % 3 === 0 ? line : `${line} changed`))
    const { added, removed } = diff(text(before), text(after))
    expect([added, removed]).toEqual([100_000, 100_000])
  })

  test('a text made to take long is told coarsely instead', () => {
    // Two lines repeated over and over, shifted: no line is unique, and the shortest script is very long.
    const before = Array.from({ length: 60_000 }, (_, i) => ((i * i) % 7 < 3 ? 'a' : 'b'))
    const after = Array.from({ length: 60_000 }, (_, i) => ((i * 31) % 11 < 5 ? 'a' : 'b'))
    const budget = newDiffBudget(100_000)
    const a = splitLines(Buffer.from(text(before)))
    const b = splitLines(Buffer.from(text(after)))
    const edits = lineEdits(a, b, budget)
    expect(applied(a, b, edits)).toBe(b.join(''))
    expect(budget.steps).toBeGreaterThan(-200_000)
    expect(edits.length).toBeLessThan(5)
  })

  test('one line of ten megabytes is one line', () => {
    const { hunks, added, removed } = textDiff(Buffer.alloc(10_000_000, 'x'), Buffer.alloc(10_000_001, 'x'))
    expect([hunks.length, added, removed]).toEqual([1, 1, 1])
  })

  test('a function added after another is told as one block, not from brace to brace', () => {
    const before = 'def a():\n    return 1\n\ndef c():\n    return 3\n'
    const after = 'def a():\n    return 1\n\ndef b():\n    return 1\n\ndef c():\n    return 3\n'
    const lines = diff(before, after).hunks[0]?.lines.filter(({ kind }) => kind === 'added')
    expect(lines?.map(({ raw }) => raw)).toEqual(['def b():\n', '    return 1\n', '\n'])
  })

  test('changes nearer than twice the context share a hunk; the last heading before is named', () => {
    const before = ['class Chart:', ...Array.from({ length: 30 }, (_, i) => `    ${i}`)]
    const after = before.with(10, 'x').with(17, 'y').with(26, 'z')
    const { hunks } = diff(text(before), text(after))
    expect(hunks.map((hunk) => [hunk.oldStart, hunk.oldLines, hunk.newStart, hunk.newLines, hunk.heading])).toEqual([
      [8, 14, 8, 14, 'class Chart:'],
      [24, 7, 24, 7, 'class Chart:'],
    ])
  })
})

test('paths are quoted as git quotes them', () => {
  expect(quotePath('a/plain file.txt')).toBe('a/plain file.txt')
  expect(quotePath('a/"q"\\n\u00e9\n\t\u007f')).toBe('"a/\\"q\\"\\\\n\\303\\251\\n\\t\\177"')
})

describe('git apply is the judge', () => {
  const who = { PATH: '/usr/local/bin:/usr/bin:/bin', GIT_CONFIG_NOSYSTEM: '1', HOME: '/nonexistent' }
  const applyTo = (path: string, before: Buffer, patch: Buffer): Buffer => {
    const folder = mkdtempSync(join(tmpdir(), 'portolan-apply-'))
    try {
      writeFileSync(join(folder, path), before)
      execFileSync('git', ['apply', '-'], { cwd: folder, input: patch, env: who, stdio: ['pipe', 'pipe', 'pipe'] })
      return readFileSync(join(folder, path))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const change = (path: string) => ({
    status: 'changed' as const,
    path,
    oldPath: null,
    oldOid: '1'.repeat(40) as never,
    newOid: '2'.repeat(40) as never,
    oldMode: '100644' as const,
    newMode: '100644' as const,
    similarity: null,
  })
  const cases: Record<string, [string, Buffer, Buffer]> = {
    'no line feed at the end, before': ['f', Buffer.from('a\nb'), Buffer.from('a\nb\nc\n')],
    'no line feed at the end, after': ['f', Buffer.from('a\nb\n'), Buffer.from('a\nc')],
    'from nothing': ['f', Buffer.alloc(0), Buffer.from('a\n')],
    'to nothing': ['f', Buffer.from('a\nb\n'), Buffer.alloc(0)],
    'invalid UTF-8': ['f', Buffer.from([0x61, 0x0a, 0xff, 0xfe, 0x0a, 0xc3]), Buffer.from([0x61, 0x0a, 0xff, 0xfd, 0x0a, 0xc3, 0x28])],
    'carriage returns': ['f', Buffer.from('a\r\nb\r\rc\n'), Buffer.from('a\nb\r\rc\r\n')],
    'a name with a newline, quotes and a tab': ['we"ird\n\t\\ \u00fc.txt', Buffer.from('1\n2\n3\n'), Buffer.from('1\n3\n')],
    'a name with spaces': ['a b c', Buffer.from('1\n'), Buffer.from('2\n')],
    'lines that look like a patch': [
      'f',
      Buffer.from('--- a/x\n+++ b/x\n@@ -1 +1 @@\n'),
      Buffer.from('diff --git a/x b/x\n@@ -1 +1 @@\n-x\n'),
    ],
    binary: ['f', Buffer.from([0, 1, 2, 3, 0xff]), Buffer.concat([Buffer.from([0]), Buffer.alloc(3_000, 'xyz'), Buffer.from([9, 8, 7])])],
  }
  test.for(Object.keys(cases))('%s', (name) => {
    const [path, before, after] = cases[name] as [string, Buffer, Buffer]
    const oids = { oldOid: objectOid('blob', before), newOid: objectOid('blob', after) }
    const patch = filePatch({ ...change(path), ...oids }, before, after, { binary: true })
    expect(applyTo(path, before, patch)).toEqual(after)
  })

  test('random texts', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', '', '  c', '-d', '+e', '\\ No newline at end of file', '@@ -1 +1 @@'), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(lines, lines, fc.boolean(), (a, b, ended) => {
        const before = Buffer.from(a.join('\n'))
        const after = Buffer.from(ended ? text(b) : b.join('\n'))
        fc.pre(!before.equals(after))
        expect(applyTo('f', before, filePatch(change('f'), before, after))).toEqual(after)
      }),
      { numRuns: 30 },
    )
  })
})
