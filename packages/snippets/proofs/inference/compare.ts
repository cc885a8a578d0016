import { type BodyValue, type InferenceRequest, InputFile, type RequestBody } from '../../src/inference/types.ts'
import { resultHost } from './answers.ts'
import type { Recorded } from './recorder.ts'
import { sampleFile } from './sample-files.ts'

/** Kinds of requests a run sends in addition to the one that was built. */
export const besides = ['look-up', 'poll', 'result', 'input'] as const

export interface Comparison {
  /** Differences between the sent and the built request; empty when there are none. */
  readonly differences: readonly string[]
  /** Other requests, by purpose. */
  readonly besides: Readonly<Record<(typeof besides)[number], readonly string[]>>
  /** Names of headers that the client added. */
  readonly addedHeaders: readonly string[]
}

/** Headers that no client adds by itself: they identify a payer or a user. */
const meaningful: ReadonlySet<string> = new Set(['x-hf-bill-to', 'cookie', 'x-key', 'x-api-key', 'prefer', 'x-source-channel'])

/** Checks that a run sent the request, once, and nothing else of consequence. `keys` are the values of environment variables that hold secrets. */
export async function compare(
  built: InferenceRequest,
  sent: readonly Recorded[],
  keys: Readonly<Record<string, string>>,
  files: readonly string[],
): Promise<Comparison> {
  const differences: string[] = []
  const others: Record<(typeof besides)[number], string[]> = { 'look-up': [], poll: [], result: [], input: [] }
  const calls = sent.filter(({ method }) => method !== 'GET')
  const [call] = calls
  for (const request of sent.filter(({ method }) => method === 'GET')) {
    const kind = kindOf(request.url, built.url, files)
    if (kind === null) differences.push(`also sent GET ${request.url}`)
    else others[kind].push(request.url)
  }
  for (const more of calls.slice(1)) differences.push(`also sent ${more.method} ${more.url}`)
  if (!call) return { differences: ['nothing was sent', ...differences], besides: others, addedHeaders: [] }
  differences.push(...(await requestDifferences(built, call, keys)))
  const named = new Set(['authorization', 'content-type', ...built.headers.map(({ name }) => name.toLowerCase())])
  return { differences, besides: others, addedHeaders: Object.keys(call.headers).filter((name) => !named.has(name)) }
}

/** `null`: an unexpected request. */
function kindOf(url: string, calledUrl: string, files: readonly string[]): (typeof besides)[number] | null {
  const [asked, called] = [new URL(url), new URL(calledUrl)]
  if (files.includes(url)) return 'input'
  if (asked.host === resultHost) return 'result'
  if (/\/api\/models\/[^/]+\/[^/]+$/.test(asked.pathname)) return 'look-up'
  // A job is polled at the same service.
  return asked.host === called.host ? 'poll' : null
}

async function requestDifferences(built: InferenceRequest, sent: Recorded, keys: Readonly<Record<string, string>>): Promise<string[]> {
  const differences: string[] = []
  const same = (what: string, expected: unknown, found: unknown): void => {
    if (expected !== found) differences.push(`${what}: built ${JSON.stringify(expected)}, sent ${JSON.stringify(found)}`)
  }
  same('method', built.method, sent.method)
  same('URL', built.url, sent.url)
  same('Authorization', `${built.auth.scheme} ${keys[built.auth.env] ?? `$${built.auth.env}`}`, sent.headers['authorization'])
  const contentType = sent.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  for (const { name, value } of built.headers) {
    const lower = name.toLowerCase()
    if (lower === 'content-type') same('Content-Type', value.split(';')[0], contentType)
    else same(name, value, sent.headers[lower])
  }
  const named = new Set(built.headers.map(({ name }) => name.toLowerCase()))
  for (const name of Object.keys(sent.headers))
    if (meaningful.has(name) && !named.has(name)) differences.push(`${name}: not built, sent ${JSON.stringify(sent.headers[name])}`)
  return [...differences, ...(await bodyDifferences(built, sent, contentType))]
}

async function bodyDifferences({ body }: InferenceRequest, sent: Recorded, contentType: string | undefined): Promise<string[]> {
  if (body.kind === 'file') {
    const differences = contentType === body.contentType ? [] : [`Content-Type: built ${body.contentType}, sent ${contentType ?? 'none'}`]
    if (!sent.body.equals(sampleFile(body.file).bytes)) differences.push(`the bytes sent are not those of ${body.file}`)
    return differences
  }
  if (body.kind === 'form') return formDifferences(body, sent)
  if (contentType !== 'application/json') return [`Content-Type: built application/json, sent ${contentType ?? 'none'}`]
  const text = sent.body.toString('utf8')
  if (!Buffer.from(text).equals(sent.body)) return ['the body is not UTF-8']
  try {
    return valueDifferences('body', plain(body.value), JSON.parse(text))
  } catch {
    return [`the body is not JSON: ${text.slice(0, 200)}`]
  }
}

async function formDifferences(built: RequestBody & { kind: 'form' }, sent: Recorded): Promise<string[]> {
  const contentType = sent.headers['content-type'] ?? ''
  if (!contentType.startsWith('multipart/form-data')) return [`Content-Type: built multipart/form-data, sent ${contentType || 'none'}`]
  const form = await new Response(new Uint8Array(sent.body), { headers: { 'Content-Type': contentType } }).formData()
  const parts = [...form].map(([name, value]) => ({ name, value }))
  const fields = parts.flatMap(({ name, value }) => (typeof value === 'string' ? [[name, value] as const] : []))
  const files = await Promise.all(
    parts.flatMap(({ name, value }) =>
      typeof value === 'string' ? [] : [value.bytes().then((bytes) => [name, value.type, Buffer.from(bytes).toString('base64')] as const)],
    ),
  )
  const byName = (a: readonly string[], b: readonly string[]): number => (a.join('\n') < b.join('\n') ? -1 : 1)
  return [
    ...valueDifferences('field', built.fields.map(({ name, value }) => [name, value]).sort(byName), fields.sort(byName)),
    ...valueDifferences(
      'file',
      built.files.map(({ name, file, contentType: type }) => [name, type, sampleFile(file).bytes.toString('base64')]).sort(byName),
      files.sort(byName),
    ),
  ]
}

/** The value with its files read, as it appears in JSON. */
function plain(value: BodyValue): unknown {
  if (value instanceof InputFile) {
    const base64 = sampleFile(value.file).bytes.toString('base64')
    return value.as === 'base64' ? base64 : `data:${value.contentType};base64,${base64}`
  }
  if (Array.isArray(value)) return value.map((item: BodyValue) => plain(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value as Record<string, BodyValue>).map(([key, item]) => [key, plain(item)]))
}

/** The differences between two JSON values; the order of keys does not count. */
function valueDifferences(path: string, built: unknown, sent: unknown): string[] {
  if (Array.isArray(built) && Array.isArray(sent)) {
    if (built.length !== sent.length) return [`${path}: built ${built.length} items, sent ${sent.length}`]
    return built.flatMap((item, i) => valueDifferences(`${path}[${i}]`, item, sent[i]))
  }
  if (isRecord(built) && isRecord(sent)) {
    const keys = new Set([...Object.keys(built), ...Object.keys(sent)])
    return [...keys].flatMap((key) => {
      if (!Object.hasOwn(sent, key)) return [`${path}.${key}: built ${short(built[key])}, not sent`]
      if (!Object.hasOwn(built, key)) return [`${path}.${key}: not built, sent ${short(sent[key])}`]
      return valueDifferences(`${path}.${key}`, built[key], sent[key])
    })
  }
  return Object.is(built, sent) ? [] : [`${path}: built ${short(built)}, sent ${short(sent)}`]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
