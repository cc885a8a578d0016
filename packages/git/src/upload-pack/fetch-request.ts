import { isOid, type Oid } from '../oid.ts'
import { type Packet, type PktReader, pktText } from '../pkt-line.ts'
import { GitProtocolError } from '../protocol-error.ts'
import type { SideBand } from '../side-band.ts'
import { noFilter, type ObjectFilter, parseFilter } from './object-filter.ts'

/** How to move the shallow boundary. */
export interface Deepen {
  /** Commits from each start; `null` if not requested. */
  readonly depth: number | null
  /** Depth counts from the current boundary. */
  readonly relative: boolean
  /** Seconds since 1970. */
  readonly since: number | null
  /** Refs whose history is left out. */
  readonly not: readonly string[]
}

/** One request of `git fetch`, in any version of the protocol. */
export interface FetchRequest {
  readonly version: 0 | 1 | 2
  readonly wants: readonly Oid[]
  /** The client's shallow boundary. */
  readonly shallow: readonly Oid[]
  readonly deepen: Deepen
  readonly filter: ObjectFilter
  readonly haves: readonly Oid[]
  /** How the list of haves ended: `end` if nothing at all followed the wants. */
  readonly ending: 'done' | 'flush' | 'end'
  readonly multiAck: 'none' | 'multi_ack' | 'multi_ack_detailed'
  readonly noDone: boolean
  /** The client decides when it has heard enough (gitprotocol-v2, "wait-for-done"). */
  readonly waitForDone: boolean
  readonly thinPack: boolean
  readonly ofsDelta: boolean
  readonly sideBand: SideBand | null
  readonly noProgress: boolean
  readonly includeTag: boolean
}

export const noDeepen: Deepen = { depth: null, relative: false, since: null, not: [] }
const maxDeepenNot = 100

/** True if the shallow boundary is to move. */
export function movesBorders(deepen: Deepen): boolean {
  return deepen.depth !== null || deepen.since !== null || deepen.not.length > 0
}

/** Collects the lines that both protocol versions have in common. */
export class FetchLines {
  readonly wants = new Set<Oid>()
  readonly shallow = new Set<Oid>()
  readonly haves = new Set<Oid>()
  deepen: Deepen = noDeepen
  filter: ObjectFilter = noFilter

  /** @returns false for any other line. @throws {GitProtocolError} for a malformed one */
  take(line: string): boolean {
    const space = line.indexOf(' ')
    const value = space < 0 ? '' : line.slice(space + 1)
    switch (space < 0 ? line : line.slice(0, space)) {
      case 'want':
        this.wants.add(readOid(line, value))
        return true
      case 'have':
        this.haves.add(readOid(line, value))
        return true
      case 'shallow':
        this.shallow.add(readOid(line, value))
        return true
      case 'deepen':
        this.deepen = { ...this.deepen, depth: readNumber(line, value, 0x7fffffff) }
        return true
      case 'deepen-relative':
        this.deepen = { ...this.deepen, relative: true }
        return true
      case 'deepen-since':
        this.deepen = { ...this.deepen, since: readNumber(line, value, Number.MAX_SAFE_INTEGER) }
        return true
      case 'deepen-not':
        if (this.deepen.not.length >= maxDeepenNot)
          throw new GitProtocolError(`A request can have at most ${maxDeepenNot} deepen-not lines`)
        this.deepen = { ...this.deepen, not: [...this.deepen.not, value] }
        return true
      case 'filter':
        this.filter = parseFilter(value)
        return true
      default:
        return false
    }
  }

  /** @throws {GitProtocolError} for mutually exclusive ways to deepen */
  check(): void {
    const { depth, since, not } = this.deepen
    if (depth !== null && (since !== null || not.length > 0)) {
      throw new GitProtocolError('deepen and deepen-since (or deepen-not) cannot be used together')
    }
  }
}

/**
 * Reads a request of version 0 or 1 (gitprotocol-pack, "Packfile Negotiation").
 * @returns `null` when the client wants nothing
 * @throws {GitProtocolError}
 */
export async function readFetchV0(reader: PktReader, version: 0 | 1): Promise<FetchRequest | null> {
  const lines = new FetchLines()
  const capabilities = new Set<string>()
  let packet = await reader.next()
  for (; packet?.kind === 'data'; packet = await reader.next()) {
    let line = pktText(packet.data)
    const first = /^(want [0-9a-f]{40}) ?(.*)$/.exec(line)
    if (first && lines.wants.size === 0) {
      for (const word of (first[2] ?? '').split(' ')) if (word !== '') capabilities.add(word)
      line = first[1] ?? ''
    }
    if (line.startsWith('have ') || !lines.take(line)) throw new GitProtocolError(`Unexpected line: ${shown(line)}`)
  }
  if (lines.wants.size === 0) return null
  if (packet?.kind !== 'flush') throw new GitProtocolError('The list of wants does not end with a flush')
  const ending = await readHaves(reader, lines)
  if (capabilities.has('deepen-relative')) lines.take('deepen-relative')
  lines.check()
  checkObjectFormat(capabilities)
  return {
    version,
    wants: [...lines.wants],
    shallow: [...lines.shallow],
    deepen: lines.deepen,
    filter: lines.filter,
    haves: [...lines.haves],
    ending,
    multiAck: capabilities.has('multi_ack_detailed') ? 'multi_ack_detailed' : capabilities.has('multi_ack') ? 'multi_ack' : 'none',
    noDone: capabilities.has('no-done'),
    waitForDone: false,
    thinPack: capabilities.has('thin-pack'),
    ofsDelta: capabilities.has('ofs-delta'),
    sideBand: capabilities.has('side-band-64k') ? 'side-band-64k' : capabilities.has('side-band') ? 'side-band' : null,
    noProgress: capabilities.has('no-progress'),
    includeTag: capabilities.has('include-tag'),
  }
}

/** Up to `done`, or to the flush that ends this round. */
async function readHaves(reader: PktReader, lines: FetchLines): Promise<FetchRequest['ending']> {
  for (let count = 0; ; count++) {
    const packet: Packet | null = await reader.next()
    if (packet === null) return count === 0 ? 'end' : 'flush'
    if (packet.kind === 'flush') return 'flush'
    const line = packet.kind === 'data' ? pktText(packet.data) : packet.kind
    if (line === 'done') return 'done'
    if (!line.startsWith('have ') || !lines.take(line)) throw new GitProtocolError(`Unexpected line: ${shown(line)}`)
  }
}

/** @throws {GitProtocolError} for a client that uses hashes other than sha-1 */
export function checkObjectFormat(capabilities: Iterable<string>): void {
  for (const capability of capabilities) {
    if (capability.startsWith('object-format=') && capability !== 'object-format=sha1') {
      throw new GitProtocolError('This repository uses the sha1 object format')
    }
  }
}

function readOid(line: string, value: string): Oid {
  if (!isOid(value)) throw new GitProtocolError(`A line has no valid object ID: ${shown(line)}`)
  return value
}

function readNumber(line: string, value: string, most: number): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number > most || number === 0) throw new GitProtocolError(`A line has no valid number: ${shown(line)}`)
  return number
}

export function shown(line: string): string {
  return JSON.stringify(line.slice(0, 100))
}
