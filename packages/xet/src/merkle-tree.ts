import { formatHash, type Hash } from './hash-text.ts'

/** A chunk, or a node above chunks, and how many bytes of content are below it. */
export interface SizedHash {
  readonly hash: Hash
  readonly size: number
}

const encoder = new TextEncoder()

/** Maximum number of children in a group. */
const maxChildren = 9

/**
 * The root over a list of chunks: groups of neighbors become nodes until one is left.
 * @param hashNode the keyed hash of inner nodes
 */
export function rootOf(hashNode: (bytes: Uint8Array) => Hash, chunks: readonly SizedHash[]): Hash {
  if (chunks.length === 0) return new Uint8Array(32)
  let level = chunks
  while (level.length > 1) {
    const above: SizedHash[] = []
    for (let start = 0; start < level.length;) {
      const end = start + groupLength(level, start)
      above.push(joined(hashNode, level.slice(start, end)))
      start = end
    }
    level = above
  }
  return level[0]?.hash ?? new Uint8Array(32)
}

function groupLength(nodes: readonly SizedHash[], start: number): number {
  const left = nodes.length - start
  if (left <= 2) return left
  const end = Math.min(maxChildren, left)
  for (let i = 2; i < end; i++) {
    // Divisible by four: determined by the lowest byte of the last 64-bit word.
    if (((nodes[start + i]?.hash[24] ?? 1) & 3) === 0) return i + 1
  }
  return end
}

function joined(hashNode: (bytes: Uint8Array) => Hash, children: readonly SizedHash[]): SizedHash {
  let text = ''
  let size = 0
  for (const child of children) {
    text += `${formatHash(child.hash)} : ${child.size}\n`
    size += child.size
  }
  return { hash: hashNode(encoder.encode(text)), size }
}
