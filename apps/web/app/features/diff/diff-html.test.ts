import { expect, test } from 'vitest'
import { hunksHtml } from './diff-html.server.ts'

const line = { html: null, marks: [], endsWithout: false }
const hunk = {
  oldStart: 1,
  oldLines: 2,
  newStart: 1,
  newLines: 2,
  heading: '<img src=x onerror=alert(1)>',
  lines: [
    { ...line, kind: 'same' as const, old: 1, new: 1, text: 'a' },
    { ...line, kind: 'removed' as const, old: 2, new: null, text: '<script>alert(1)</script>' },
    { ...line, kind: 'added' as const, old: null, new: 2, text: 'b & c', endsWithout: true },
  ],
}

test('what was pushed stays text', () => {
  for (const layout of ['unified', 'split'] as const) {
    const html = hunksHtml([hunk], layout, 'dabc')
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('b &amp; c')
  }
})

test('each line has an address; side by side a removed line stands beside the added one', () => {
  const ids = (html: string) => [...html.matchAll(/<tr id="(\w+)"/g)].map(([, id]) => id)
  expect(ids(hunksHtml([hunk], 'unified', 'd1'))).toEqual(['d1R1', 'd1L2', 'd1R2'])
  expect(ids(hunksHtml([hunk], 'split', 'd1'))).toEqual(['d1R1', 'd1R2'])
})
