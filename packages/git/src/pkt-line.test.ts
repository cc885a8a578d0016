import { describe, expect, test } from 'vitest'
import {
  delimPkt,
  encodePkt,
  flushPkt,
  maxPktDataBytes,
  type Packet,
  PktReader,
  type PktReaderLimits,
  pktText,
  responseEndPkt,
} from './pkt-line.ts'
import { GitProtocolError } from './protocol-error.ts'
import { bands, encodeBand } from './side-band.ts'

async function* pieces(bytes: Buffer, size = bytes.length): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readAll(bytes: Buffer, size?: number, limits?: PktReaderLimits): Promise<Packet[]> {
  const reader = new PktReader(pieces(bytes, size), limits)
  const packets: Packet[] = []
  for (let packet = await reader.next(); packet !== null; packet = await reader.next()) packets.push(packet)
  return packets
}

const refusal = (bytes: Buffer | string, limits?: PktReaderLimits) => readAll(Buffer.from(bytes), undefined, limits)

describe('pkt-line', () => {
  // The examples of gitprotocol-common, "pkt-line Format".
  test.for([
    ['0006a\n', 'a\n'],
    ['0005a', 'a'],
    ['000bfoobar\n', 'foobar\n'],
    ['0004', ''],
  ] as const)('%j carries %j', async ([line, payload]) => {
    expect(await readAll(Buffer.from(line))).toEqual([{ kind: 'data', data: Buffer.from(payload) }])
    if (payload !== '') expect(encodePkt(payload).toString()).toBe(line)
  })

  test.for([1, 2, 3, 5, 7, 1_000])('a message is read the same from pieces of %i bytes', async (size) => {
    const long = Buffer.alloc(maxPktDataBytes, 'x')
    const message = Buffer.concat([encodePkt('command=fetch\n'), delimPkt, encodePkt(long), flushPkt, responseEndPkt])
    expect(await readAll(message, size)).toEqual([
      { kind: 'data', data: Buffer.from('command=fetch\n') },
      { kind: 'delim' },
      { kind: 'data', data: long },
      { kind: 'flush' },
      { kind: 'response-end' },
    ])
  })

  test('what follows the lines is given as it is', async () => {
    for (const size of [1, 4, 100]) {
      const reader = new PktReader(pieces(Buffer.from('0005a0000PACK and more'), size))
      expect(pktText(((await reader.next()) as { data: Buffer }).data)).toBe('a')
      expect(await reader.next()).toEqual({ kind: 'flush' })
      const rest: Buffer[] = []
      for await (const piece of reader.rest()) rest.push(piece)
      expect(Buffer.concat(rest).toString()).toBe('PACK and more')
      expect(await reader.next()).toBeNull()
    }
  })

  test('an upper-case length is a length', async () => {
    expect(await readAll(Buffer.from('000Bfoobar\n'))).toHaveLength(1)
  })

  test.for(['zzzz', '0003', '-001', '00', '0006a', '   5a', '0x05', 'GET / HTTP/1.1'])('garbage is refused: %j', async (bytes) => {
    await expect(refusal(bytes)).rejects.toThrow(GitProtocolError)
  })

  test('bounds: a line, a message, the number of lines', async () => {
    const line = encodePkt('12345')
    await expect(refusal('ffff' + 'x'.repeat(70_000))).rejects.toThrow('longer than 65516')
    await expect(refusal('fff1' + 'x'.repeat(70_000))).rejects.toThrow('longer than 65516')
    expect(await refusal(line, { maxLineBytes: 5 })).toHaveLength(1)
    await expect(refusal(line, { maxLineBytes: 4 })).rejects.toThrow('longer than 4')
    const three = Buffer.concat([line, line, line])
    expect(await refusal(three, { maxTotalBytes: 27, maxLines: 3 })).toHaveLength(3)
    await expect(refusal(three, { maxTotalBytes: 26 })).rejects.toThrow('more than 26 bytes')
    await expect(refusal(three, { maxLines: 2 })).rejects.toThrow('more than 2 lines')
    await expect(refusal('0000'.repeat(50), { maxLines: 49 })).rejects.toThrow('more than 49 lines')
  })

  test('an announced length is refused before its bytes are read', async () => {
    let pulled = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('8000')
      for (;;) {
        pulled++
        yield Buffer.alloc(1024)
      }
    }
    await expect(new PktReader(endless(), { maxLineBytes: 1_000 }).next()).rejects.toThrow('longer than 1000')
    expect(pulled).toBe(0)
  })

  test('a reader that is closed lets go of its source', async () => {
    let closed = false
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from('0005a0005b')
      } finally {
        closed = true
      }
    }
    const reader = new PktReader(source())
    await reader.next()
    await reader.close()
    expect(closed).toBe(true)
    expect(await reader.next()).toBeNull()
  })

  test('neither nothing nor too much is written', () => {
    expect(() => encodePkt('')).toThrow(RangeError)
    expect(() => encodePkt(Buffer.alloc(maxPktDataBytes + 1))).toThrow(RangeError)
    expect(encodePkt(Buffer.alloc(maxPktDataBytes)).toString('latin1', 0, 4)).toBe('fff0')
  })
})

describe('side-band', () => {
  test.for([
    ['side-band', 995, '03e8'],
    ['side-band-64k', 65_515, 'fff0'],
  ] as const)('%s cuts at %i bytes', ([sideBand, size, length]) => {
    const lines = [...encodeBand(bands.pack, Buffer.alloc(size + 1, 7), sideBand)]
    expect(lines.map((line) => line.length)).toEqual([size + 5, 6])
    expect(lines[0]?.toString('latin1', 0, 4)).toBe(length)
    expect(lines[1]).toEqual(Buffer.from('0006\u0001\u0007'))
    expect([...encodeBand(bands.progress, '', sideBand)]).toEqual([])
  })
})
