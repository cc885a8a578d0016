import { type BodyValue, type InferenceRequest, InputFile } from '@portolan/snippets'

/** The request of a call, for the browser to send. Identical to the one sent by the code shown next to it. */
export interface WireRequest {
  /** Path on this hub, including the query string. */
  readonly path: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly body:
    | {
        readonly kind: 'json'
        readonly text: string
        /** Each file's placeholder, which appears in the text as a JSON string, and the encoding of the file that replaces it. */
        readonly files: readonly { readonly mark: string; readonly as: 'base64' | 'data-url'; readonly contentType: string }[]
      }
    | { readonly kind: 'file'; readonly contentType: string }
  readonly answer: InferenceRequest['answer']
}

/** Returns `null` for requests that the browser does not send: forms, and requests to other servers. */
export function wireRequest(request: InferenceRequest, endpoint: string): WireRequest | null {
  const url = new URL(request.url)
  if (url.origin !== new URL(endpoint).origin || request.body.kind === 'form') return null
  const { headers, answer, body } = request
  const path = url.pathname + url.search
  if (body.kind === 'file') return { path, headers, answer, body: { kind: 'file', contentType: body.contentType } }
  const files: { mark: string; as: 'base64' | 'data-url'; contentType: string }[] = []
  const marked = (value: BodyValue): unknown => {
    if (value instanceof InputFile) {
      // A random mark created here cannot collide with the caller's input.
      const mark = crypto.randomUUID()
      files.push({ mark, as: value.as, contentType: value.contentType })
      return mark
    }
    if (Array.isArray(value)) return (value as readonly BodyValue[]).map(marked)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, marked(each as BodyValue)]))
  }
  const text = JSON.stringify(marked(body.value))
  return { path, headers, answer, body: { kind: 'json', text, files } }
}
