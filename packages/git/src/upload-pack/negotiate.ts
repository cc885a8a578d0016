import type { Oid } from '../oid.ts'
import { encodePkt, flushPkt } from '../pkt-line.ts'
import type { FetchRequest } from './fetch-request.ts'

/** What both sides have, and whether that is enough. */
export interface Common {
  /** The client's haves that the repo has, in the order received. */
  readonly oids: readonly Oid[]
  /** Everything wanted descends from something common. */
  readonly isEnough: () => Promise<boolean>
}

export interface Negotiated {
  readonly lines: readonly Buffer[]
  /** The pack follows; otherwise the client has to send another request. */
  readonly sendsPack: boolean
}

const ack = (oid: Oid, status = '') => encodePkt(`ACK ${oid}${status === '' ? '' : ` ${status}`}\n`)
const nak = encodePkt('NAK\n')

/** Answers the haves of versions 0 and 1 without state between requests (gitprotocol-pack, "Packfile Negotiation"). */
export async function negotiateV0(request: FetchRequest, common: Common): Promise<Negotiated> {
  const lines: Buffer[] = []
  const isCommon = new Set(common.oids)
  const last = common.oids.at(-1)
  const detailed = request.multiAck === 'multi_ack_detailed'
  const hasOther = request.haves.some((oid) => !isCommon.has(oid))
  const isEnough = request.multiAck !== 'none' && (await common.isEnough())
  let isReady = false
  for (const oid of request.haves) {
    if (isCommon.has(oid)) {
      if (request.multiAck !== 'none') lines.push(ack(oid, detailed ? 'common' : 'continue'))
      else if (oid === common.oids[0]) lines.push(ack(oid))
    } else if (isEnough) {
      // What we have in common makes the rest of the client's list irrelevant.
      isReady = detailed
      lines.push(ack(oid, detailed ? 'ready' : 'continue'))
    }
  }
  if (request.ending === 'done') {
    if (last === undefined) lines.push(nak)
    else if (request.multiAck !== 'none') lines.push(ack(last))
    return { lines, sendsPack: true }
  }
  if (detailed && last !== undefined && !hasOther && isEnough) {
    isReady = true
    lines.push(ack(last, 'ready'))
  }
  if (last === undefined || request.multiAck !== 'none') lines.push(nak)
  if (request.noDone && isReady && last !== undefined) return { lines: [...lines, ack(last)], sendsPack: true }
  return { lines, sendsPack: false }
}

/** The section `acknowledgments` of version 2 (gitprotocol-v2, "fetch"). A client that says `done`, or has nothing, gets none. */
export async function negotiateV2(request: FetchRequest, common: Common): Promise<Negotiated> {
  if (request.wants.length === 0 && !request.waitForDone) return { lines: [], sendsPack: false }
  if (request.ending === 'done' || request.haves.length === 0) return { lines: [], sendsPack: true }
  const lines = [encodePkt('acknowledgments\n')]
  if (common.oids.length === 0) lines.push(nak)
  for (const oid of common.oids) lines.push(ack(oid))
  if (request.waitForDone || !(await common.isEnough())) return { lines: [...lines, flushPkt], sendsPack: false }
  return { lines: [...lines, encodePkt('ready\n')], sendsPack: true }
}
