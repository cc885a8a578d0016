import { describe, expect, test } from 'vitest'
import { demoFile, taskDetails } from './details.ts'
import { isTaskId, taskIds } from './index.ts'

test('all 57 tasks have a page, in catalog order', () => {
  expect(Object.keys(taskDetails)).toEqual([...taskIds])
  expect(Object.keys(taskDetails).length).toBe(57)
})

describe.for(taskIds)('%s', (id) => {
  const detail = taskDetails[id]

  test('is complete', () => {
    expect(detail.summary.length).toBeGreaterThan(150)
    expect(detail.uses.length).toBeGreaterThanOrEqual(2)
    expect(detail.uses.length).toBeLessThanOrEqual(4)
    expect(detail.metrics.length).toBeGreaterThanOrEqual(1)
    expect(detail.variants.length).toBeGreaterThanOrEqual(2)
    expect(detail.demo.inputs.length).toBeGreaterThanOrEqual(1)
    expect(detail.demo.outputs.length).toBeGreaterThanOrEqual(1)
    expect(new Set(detail.metrics.map((metric) => metric.id)).size).toBe(detail.metrics.length)
    expect(new Set(detail.variants.map(({ name }) => name)).size).toBe(detail.variants.length)
    expect(detail.related.every((task) => isTaskId(task) && task !== id)).toBe(true)
    expect(new Set(detail.related).size).toBe(detail.related.length)
  })

  test('texts are whole sentences', () => {
    const texts = [detail.summary, detail.input, detail.output, ...detail.metrics.map((each) => each.description)]
    for (const text of [...texts, ...detail.uses.map((each) => each.text), ...detail.variants.map((each) => each.text)])
      expect(text).toMatch(/^[\p{Lu}\d“].*[.?]$/u)
  })

  test('each file is shown, and each one shown is there', () => {
    const named = [...detail.demo.inputs, ...detail.demo.outputs].flatMap((entry) => ('filename' in entry ? [entry] : []))
    expect(named.map(({ filename }) => filename).sort()).toEqual(Object.keys(detail.files ?? {}).sort())
    for (const { type, filename, alt } of named) {
      const file = demoFile(id, filename)
      expect(file?.mediaType).toBe(type === 'img' ? 'image/svg+xml' : 'audio/wav')
      expect(alt.length).toBeGreaterThan(10)
      if (file?.mediaType === 'audio/wav') expectSound(file.bytes)
      else expectPicture(new TextDecoder().decode(file?.bytes))
    }
  })

  test('charts, tables and tokens are sound', () => {
    for (const entry of [...detail.demo.inputs, ...detail.demo.outputs]) {
      if (entry.type === 'chart') {
        const scores = entry.data.map(({ score }) => score)
        expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true)
        expect(scores).toEqual([...scores].sort((a, b) => b - a))
      }
      if (entry.type === 'tabular') expect(new Set(entry.table.map((row) => row.length)).size).toBe(1)
      if (entry.type === 'text-with-tokens')
        for (const { start, end } of entry.tokens) {
          expect(entry.text.slice(start, end)).toMatch(/^\S.*\S$/)
          expect(`${entry.text} `.charAt(end)).toMatch(/[\s.,]/)
        }
    }
  })
})

function expectPicture(text: string): void {
  expect(text.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 320"')).toBe(true)
  expect(text).not.toMatch(/NaN|undefined|<script|href=|on\w+=/)
  // Nothing moves for more than five seconds (WCAG 2.2.2), or at all for readers who prefer reduced motion.
  for (const [, seconds = '', times = '1'] of text.matchAll(/animation:\w+ ([\d.]+)s [\w-]+(?: (\d+))?/g))
    expect(Number(seconds) * Number(times)).toBeLessThanOrEqual(5)
  expect(text).not.toMatch(/infinite|<animate/)
  expect(text.includes('animation:')).toBe(text.includes('prefers-reduced-motion'))
  expect(text.length).toBeLessThan(8_000)
}

function expectSound(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer)
  const word = (at: number) => new TextDecoder().decode(bytes.subarray(at, at + 4))
  expect([word(0), word(8), word(12), word(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
  expect(view.getUint32(4, true)).toBe(bytes.length - 8)
  expect(view.getUint32(24, true)).toBe(16_000)
  const seconds = (bytes.length - 44) / 2 / 16_000
  expect(seconds).toBeGreaterThan(1)
  expect(seconds).toBeLessThan(6)
  const samples = new Int16Array(bytes.buffer, 44)
  const energy = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  expect(energy).toBeGreaterThan(500)
  expect(samples.filter((sample) => Math.abs(sample) >= 32_767).length / samples.length).toBeLessThan(0.001)
}

test('files are the same each time, and names from outside are looked up safely', () => {
  expect(demoFile('image-classification', 'input.svg')).toBe(demoFile('image-classification', 'input.svg'))
  for (const [task, file] of [
    ['__proto__', 'input.svg'],
    ['image-classification', '__proto__'],
    ['image-classification', 'constructor'],
    ['image-classification', '../input.svg'],
    ['nothing', 'input.svg'],
    ['text-classification', 'input.svg'],
  ] as const)
    expect(demoFile(task, file)).toBeNull()
})
