import { type Oid, zeroOid } from '../oid.ts'
import { encodePkt, flushPkt } from '../pkt-line.ts'
import type { LsRefsRequest } from './command-v2.ts'

/** A ref as clients see it. */
export interface AdvertisedRef {
  /** Full name. */
  readonly name: string
  readonly oid: Oid
  /** What an annotated tag points at in the end; `null` for everything else. */
  readonly peeled: Oid | null
}

export interface Advertisement {
  /** Sorted by name. */
  readonly refs: readonly AdvertisedRef[]
  /** The full name of the default branch, whether or not it exists. */
  readonly head: string
  /** `portolan/0.1.0`. */
  readonly agent: string
}

const fetchCapabilities = [
  'multi_ack',
  'thin-pack',
  'side-band',
  'side-band-64k',
  'ofs-delta',
  'shallow',
  'deepen-since',
  'deepen-not',
  'deepen-relative',
  'no-progress',
  'include-tag',
  'multi_ack_detailed',
  'allow-tip-sha1-in-want',
  'allow-reachable-sha1-in-want',
  'no-done',
]

/** The refs and capabilities at the start of a fetch in version 0 or 1 (gitprotocol-pack, "Reference Discovery"). */
export function advertiseRefs({ refs, head, agent }: Advertisement, version: 0 | 1): Buffer {
  const headRef = refs.find(({ name }) => name === head)
  const lines = [
    ...(headRef ? [`${headRef.oid} HEAD`] : []),
    ...refs.flatMap(({ name, oid, peeled }) => [`${oid} ${name}`, ...(peeled === null ? [] : [`${peeled} ${name}^{}`])]),
  ]
  const symref = headRef ? [`symref=HEAD:${head}`] : []
  const capabilities = [...fetchCapabilities, ...symref, 'filter', 'object-format=sha1', `agent=${agent}`].join(' ')
  const first = lines[0] ?? `${zeroOid} capabilities^{}`
  return Buffer.concat([
    ...(version === 1 ? [encodePkt('version 1\n')] : []),
    encodePkt(`${first}\0${capabilities}\n`),
    ...lines.slice(1).map((line) => encodePkt(`${line}\n`)),
    flushPkt,
  ])
}

/** The capabilities of a version 2 server (gitprotocol-v2, "Capability Advertisement"). */
export function advertiseV2(agent: string): Buffer {
  const lines = [
    'version 2',
    `agent=${agent}`,
    'ls-refs=unborn',
    'fetch=shallow wait-for-done filter',
    'server-option',
    'object-format=sha1',
  ]
  return Buffer.concat([...lines.map((line) => encodePkt(`${line}\n`)), flushPkt])
}

/** The response to `ls-refs` (gitprotocol-v2). */
export function listRefsV2({ refs, head }: Advertisement, request: LsRefsRequest): Buffer {
  const isAsked = (name: string) => request.prefixes.length === 0 || request.prefixes.some((prefix) => name.startsWith(prefix))
  const headRef = refs.find(({ name }) => name === head)
  const lines: string[] = []
  const symref = request.symrefs ? ` symref-target:${head}` : ''
  if (isAsked('HEAD') && headRef) lines.push(`${headRef.oid} HEAD${symref}`)
  else if (isAsked('HEAD') && request.unborn) lines.push(`unborn HEAD${symref}`)
  for (const { name, oid, peeled } of refs) {
    if (isAsked(name)) lines.push(`${oid} ${name}${request.peel && peeled !== null ? ` peeled:${peeled}` : ''}`)
  }
  return Buffer.concat([...lines.map((line) => encodePkt(`${line}\n`)), flushPkt])
}
