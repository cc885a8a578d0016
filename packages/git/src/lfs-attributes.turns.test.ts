import { expect, test } from 'vitest'
import { readLfsAttributesInTurns } from './lfs-attributes.ts'

test('a file of long patterns gives others their turn between its lines', async () => {
  const lines = 500
  const text = `${'*a'.repeat(900)}b filter=lfs\n`.repeat(lines)
  let asked = 0
  let waited = 0
  const attributes = await readLfsAttributesInTurns([{ dir: '', text }], () => {
    if (++asked % 100 === 0) return Promise.resolve().then(() => void waited++)
  })
  expect(asked).toBeGreaterThanOrEqual(lines)
  expect(waited).toBe(Math.floor(asked / 100))
  expect(attributes.isLfs(`${'a'.repeat(900)}b`)).toBe(true)
})
