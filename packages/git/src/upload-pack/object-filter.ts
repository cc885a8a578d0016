import type { ObjectType } from '../oid.ts'
import { GitProtocolError } from '../protocol-error.ts'

/** What a partial clone leaves out (git-rev-list, "--filter"). Objects that a client requests explicitly are sent anyway. */
export interface ObjectFilter {
  /** Blobs of this many bytes or more are left out. */
  readonly blobLimit: number
  /** Trees and blobs at this depth below a commit or deeper are left out; the root tree has depth 0. */
  readonly treeDepth: number
  /** Only objects of these types. */
  readonly types: ReadonlySet<ObjectType>
}

const all: readonly ObjectType[] = ['commit', 'tree', 'blob', 'tag']

export const noFilter: ObjectFilter = { blobLimit: Infinity, treeDepth: Infinity, types: new Set(all) }

const units: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }
const maxParts = 10

/**
 * Reads a filter as clients send it: `blob:none`, `blob:limit=<n>[kmg]`, `tree:<depth>`, `object:type=<type>`, and `combine:` of those.
 * @throws {GitProtocolError} for any other one
 */
export function parseFilter(spec: string): ObjectFilter {
  if (spec.startsWith('combine:')) {
    const parts = spec.slice('combine:'.length).split('+')
    if (parts.length > maxParts) throw refusal(spec)
    return parts.map((part) => parseSimple(decode(part))).reduce(both)
  }
  return parseSimple(spec)
}

function parseSimple(spec: string): ObjectFilter {
  if (spec === 'blob:none') return { ...noFilter, blobLimit: 0 }
  const limit = /^blob:limit=(\d{1,15})([kmg]?)$/i.exec(spec)
  if (limit) return { ...noFilter, blobLimit: Number(limit[1]) * (units[limit[2]?.toLowerCase() ?? ''] ?? 1) }
  const depth = /^tree:(\d{1,9})$/.exec(spec)
  if (depth) return { ...noFilter, treeDepth: Number(depth[1]) }
  const type = all.find((name) => spec === `object:type=${name}`)
  if (type) return { ...noFilter, types: new Set([type]) }
  throw refusal(spec)
}

function both(a: ObjectFilter, b: ObjectFilter): ObjectFilter {
  return {
    blobLimit: Math.min(a.blobLimit, b.blobLimit),
    treeDepth: Math.min(a.treeDepth, b.treeDepth),
    types: new Set([...a.types].filter((type) => b.types.has(type))),
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw refusal(part)
  }
}

function refusal(spec: string): GitProtocolError {
  return new GitProtocolError(`invalid filter-spec ${JSON.stringify(spec.slice(0, 100))}`)
}
