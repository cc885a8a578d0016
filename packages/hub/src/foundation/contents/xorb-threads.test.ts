import { expect, test } from 'vitest'
import { writeXorb } from '@portolan/xet'
import { openXorbCheck } from './xorb-threads.ts'

const pieceBytes = 64 * 1024

/** A xorb whose trailer is split over several messages to the thread. */
function xorbWithTrailer(): Buffer {
  const chunks = Array.from({ length: 20 }, (_, i) => new Uint8Array(10_000).fill(i))
  return Buffer.concat([writeXorb(chunks), Buffer.from('XETBLOB'), Buffer.alloc(4 * pieceBytes, 1)])
}

test('xorbs whose trailers come in several pieces are read, one after another and beside each other', async () => {
  const read = async (): Promise<number> => {
    const check = openXorbCheck()
    const xorb = xorbWithTrailer()
    let kept = 0
    for (let at = 0; at < xorb.length; at += pieceBytes) kept += (await check.push(xorb.subarray(at, at + pieceBytes))).length
    const { bytes } = await check.finish()
    expect(kept).toBe(bytes)
    return bytes
  }
  // More of them than threads.
  const first = await Promise.all(Array.from({ length: 6 }, read))
  expect(first).toEqual(Array.from({ length: 6 }, () => 20 * 10_008))
  expect(await read()).toBe(20 * 10_008)
})
