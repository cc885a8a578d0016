import { type BodyValue, InputFile, type InferenceAnswer, type InferenceRequest, type InferenceSnippet } from './types.ts'

/** An answer in which the model's id is a blank to fill in. */
export type AnswerTemplate = (id: string) => InferenceAnswer

/**
 * Ids that every language and every URL writes unescaped, so that one can replace another of the same length: code layout depends on the length only.
 */
const plainId = /^[A-Za-z0-9][A-Za-z0-9_-]*\/[A-Za-z0-9][A-Za-z0-9_.-]*$/
/** Substrings of ids that change some providers' output: these ids are printed individually. */
const telling: ReadonlyMap<unknown, RegExp> = new Map([
  ['openai', /^openai\//],
  ['fal-ai', /^fal-ai\/lora$/],
  ['together', /kokoro|kontext|flux\.1/i],
])
/** A shorter id could match other parts of the code. */
const shortest = 8
const longestKey = 4096

/** An id of the same length that occurs in no code; `null` when this id has to be printed individually. */
export function placeholderFor(id: string, provider: unknown): string | null {
  if (id.length < shortest || id.length > 96 || !plainId.test(id)) return null
  if (telling.get(provider)?.test(id) === true) return null
  const known = placeholders[id.length]
  if (known !== undefined) return known
  const made = `x/${'Qz9'.repeat(40)}`.slice(0, id.length)
  placeholders[id.length] = made
  return made
}

const placeholders: (string | undefined)[] = []

/** Everything an answer depends on except the letters of the id, as a string; `null` when it is not plain JSON, or too long to be cached. */
export function answerKey(id: string, facts: readonly (string | null)[], call: unknown): string | null {
  let key = String(id.length)
  for (const fact of facts) key += fact === null ? '|-' : `|${fact.length}:${fact}`
  const rest = keyOf(call, 0)
  return rest === null || rest.length + key.length > longestKey ? null : `${key}|${rest}`
}

function keyOf(value: unknown, depth: number): string | null {
  switch (typeof value) {
    case 'string':
      return `${value.length}:${value}`
    case 'boolean':
      return value ? 't' : 'f'
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? `n${value};` : null
    case 'undefined':
      return 'u'
    case 'object': {
      if (value === null) return '-'
      if (depth > 20) return null
      if (Array.isArray(value)) {
        let key = '['
        for (const item of value as unknown[]) {
          const part = keyOf(item, depth + 1)
          if (part === null || key.length > longestKey) return null
          key += part
        }
        return `${key}]`
      }
      let key = '{'
      for (const name of Object.keys(value)) {
        const part = keyOf((value as Readonly<Record<string, unknown>>)[name], depth + 1)
        if (part === null || key.length > longestKey) return null
        key += `${name.length}:${name}${part}`
      }
      return `${key}}`
    }
    default:
      return null
  }
}

/** Turns an answer for a placeholder into one for any id that the placeholder stands for. Clients that send the same request share one object. */
export function toTemplate(answer: InferenceAnswer, placeholder: string): AnswerTemplate {
  if ('reason' in answer) {
    const { code } = answer.reason
    const text = textTemplate(answer.reason.text, placeholder)
    return (id) => ({ reason: { code, text: text(id) } })
  }
  const requests: ((id: string) => InferenceRequest)[] = []
  const known = new Map<string, number>()
  const snippets = answer.snippets.map((snippet) => {
    const key = JSON.stringify(snippet.request, (_, value: unknown) => (value instanceof InputFile ? { ...value, isFile: true } : value))
    const index = known.get(key) ?? requests.push(requestTemplate(snippet.request, placeholder)) - 1
    known.set(key, index)
    return snippetTemplate(snippet, placeholder, index)
  })
  return (id) => {
    const filled: InferenceRequest[] = []
    for (const request of requests) filled.push(request(id))
    const list: InferenceSnippet[] = []
    for (const fill of snippets) list.push(fill(id, filled))
    return { snippets: list }
  }
}

type SnippetTemplate = (id: string, requests: readonly InferenceRequest[]) => InferenceSnippet

function snippetTemplate(snippet: InferenceSnippet, placeholder: string, index: number): SnippetTemplate {
  const { language, client, title, install, notes, files, request: own } = snippet
  const code = textTemplate(snippet.code, placeholder)
  return (id, requests) => ({ language, client, title, install, code: code(id), notes, files, request: requests[index] ?? own })
}

function requestTemplate(request: InferenceRequest, placeholder: string): (id: string) => InferenceRequest {
  const { method, headers, auth, streams, answer, body } = request
  const url = textTemplate(request.url, placeholder)
  if (body.kind !== 'json') {
    const rest = bodyTemplate(body as unknown as BodyValue, placeholder) as unknown as ((id: string) => InferenceRequest['body']) | null
    return (id) => ({ method, url: url(id), headers, auth, body: rest === null ? body : rest(id), streams, answer })
  }
  const value = bodyTemplate(body.value, placeholder)
  return (id) => ({
    method,
    url: url(id),
    headers,
    auth,
    body: value === null ? body : { kind: 'json', value: value(id) },
    streams,
    answer,
  })
}

function textTemplate(text: string, placeholder: string): (id: string) => string {
  const [first = '', second, ...others] = text.split(placeholder)
  if (second === undefined) return () => text
  if (others.length === 0) return (id) => first + id + second
  return (id) => {
    let out = first + id + second
    for (const other of others) out += id + other
    return out
  }
}

/** `null` if nothing has to be filled in. */
function bodyTemplate(value: BodyValue, placeholder: string): ((id: string) => BodyValue) | null {
  if (typeof value === 'string') return value.includes(placeholder) ? textTemplate(value, placeholder) : null
  if (typeof value !== 'object' || value === null || value instanceof InputFile) return null
  if (Array.isArray(value)) {
    const items = (value as readonly BodyValue[]).map((item) => bodyTemplate(item, placeholder))
    return items.every((item) => item === null) ? null : (id) => items.map((fill, i) => (fill ? fill(id) : (value[i] as BodyValue)))
  }
  const fields = Object.entries(value as Readonly<Record<string, BodyValue>>).flatMap(([key, item]) => {
    const fill = bodyTemplate(item, placeholder)
    return fill === null ? [] : [[key, fill] as const]
  })
  if (fields.length === 0) return null
  return (id) => {
    const filled: Record<string, BodyValue> = { ...(value as Readonly<Record<string, BodyValue>>) }
    for (const [key, fill] of fields) filled[key] = fill(id)
    return filled
  }
}
