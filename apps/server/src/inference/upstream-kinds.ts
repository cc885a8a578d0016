import type { Upstream } from '@portolan/hub'

/** What is known of a kind of upstream beforehand. */
export interface UpstreamKind {
  /** Where it is, when it is the same for everybody. */
  readonly url: string | null
  readonly scheme: 'Bearer' | 'Key'
  readonly paths: Upstream['paths']
  readonly streamUsage: boolean
}

const known: Readonly<Record<string, UpstreamKind>> = {
  openai: {
    url: null,
    scheme: 'Bearer',
    paths: { chat: 'chat/completions', completion: 'completions', embedding: 'embeddings' },
    streamUsage: true,
  },
  'hf-inference': { url: null, scheme: 'Bearer', paths: {}, streamUsage: true },
}

export function kinds(): string[] {
  return Object.keys(known)
}

export function isKind(kind: string): boolean {
  return Object.hasOwn(known, kind)
}

/** @throws {RangeError} for a kind that {@link isKind} does not know */
export function kindOf(kind: string): UpstreamKind {
  const found = Object.hasOwn(known, kind) ? known[kind] : undefined
  if (found === undefined) throw new RangeError(`no kind ${kind}`)
  return found
}
