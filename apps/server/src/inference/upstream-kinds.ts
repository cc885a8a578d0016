import { inferenceProviders, type InferenceProvider } from '@portolan/tasks'
import type { Upstream } from '@portolan/hub'

/** The predefined properties of a kind of upstream. */
export interface UpstreamKind {
  /** The address, when it is the same for everyone. */
  readonly url: string | null
  readonly scheme: 'Bearer' | 'Key'
  readonly paths: Upstream['paths']
  readonly streamUsage: boolean
  /** Headers of the provider's own protocol. */
  readonly headers: Readonly<Record<string, string>>
}

const openAi: UpstreamKind = {
  url: null,
  scheme: 'Bearer',
  paths: { chat: 'chat/completions', completion: 'completions', embedding: 'embeddings' },
  streamUsage: true,
  headers: {},
}

/** Any OpenAI-compatible server, and the hosted providers. */
const known = new Map<string, UpstreamKind>([
  ...Object.entries<InferenceProvider>(inferenceProviders).map(([key, provider]): [string, UpstreamKind] => [key, kindFrom(provider)]),
  // The owner configures the address, even for OpenAI itself.
  ['openai', openAi],
])

function kindFrom({ baseUrl, scheme, routes, headers = [] }: InferenceProvider): UpstreamKind {
  const ending = (task: string, end: string) => (routes[task]?.endsWith(end) === true ? routes[task] : undefined)
  const chat = ending('conversational', '/chat/completions')
  const generation = ending('text-generation', '/completions')
  const completion = generation?.endsWith('/chat/completions') === true ? undefined : generation
  const embedding = ending('feature-extraction', '/embeddings')
  return {
    url: baseUrl,
    scheme,
    paths: {
      ...(chat === undefined ? {} : { chat }),
      ...(completion === undefined ? {} : { completion }),
      ...(embedding === undefined ? {} : { embedding }),
    },
    streamUsage: true,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
  }
}

export function kinds(): string[] {
  return [...known.keys()].toSorted((a, b) => a.localeCompare(b))
}

export function isKind(kind: string): boolean {
  return known.has(kind)
}

/** @throws {RangeError} for a kind that {@link isKind} does not know */
export function kindOf(kind: string): UpstreamKind {
  const found = known.get(kind)
  if (found === undefined) throw new RangeError(`no kind ${kind}`)
  return found
}
