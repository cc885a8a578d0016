import { randomBytes } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { DamagedObjectError } from './damaged-object-error.ts'
import { makeObject, makeObjectAside, objectBody } from './object.ts'

const bodies = [0, 1, 100, 4_096, 4_097, 16_384, 16_385, 100_000, 300_000].flatMap((size) => [
  randomBytes(size),
  Buffer.from('harbor '.repeat(size / 7 + 1).slice(0, size)),
])

test('the streams of objects can be read by zlib and by us, whatever their size', async () => {
  for (const body of bodies) {
    for (const object of [makeObject('blob', body), await makeObjectAside('blob', body)]) {
      expect(inflateSync(object.z).equals(body)).toBe(true)
      expect(objectBody(object).equals(body)).toBe(true)
    }
  }
})

test('damaged streams, and those of another size, are found', () => {
  for (const body of bodies) {
    const { z } = makeObject('blob', body)
    expect(() => objectBody({ z, size: body.length + 1 })).toThrow(DamagedObjectError)
    if (body.length > 0) expect(() => objectBody({ z, size: body.length - 1 })).toThrow(DamagedObjectError)
    expect(() => objectBody({ z: z.subarray(0, z.length - 5), size: body.length })).toThrow(DamagedObjectError)
  }
})

test('an object keeps no more memory than it needs: large commits have tens of thousands', () => {
  const objects = Array.from({ length: 2_000 }, (_, n) => makeObject('blob', Buffer.from(`file ${n}\n`.repeat((n % 900) + 1))))
  const blocks = new Set(objects.map(({ z }) => z.buffer))
  const kept = [...blocks].reduce((sum, { byteLength }) => sum + byteLength, 0)
  const needed = objects.reduce((sum, { z }) => sum + z.length, 0)
  expect(kept).toBeLessThan(2 * needed + 256 * 1024)
})
