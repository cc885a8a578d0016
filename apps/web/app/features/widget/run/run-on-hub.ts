import type { WireRequest } from '../../inference-code/wire-request.server.ts'

/** Sends the same request to this hub as the code shown next to the widget, with the page's session. @throws {Error} with a message for users */
export async function sendCall(request: WireRequest, file: () => Promise<Blob>, signal: AbortSignal): Promise<Response> {
  const { body, headers, path } = request
  const answer = await fetch(path, {
    method: 'POST',
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    body: body.kind === 'file' ? await file() : await withFiles(body, file),
    signal,
  })
  if (!answer.ok) throw new Error(await problemOf(answer))
  return answer
}

/** Returns the body text with each mark replaced by its file. */
async function withFiles({ text, files }: Extract<WireRequest['body'], { kind: 'json' }>, file: () => Promise<Blob>): Promise<string> {
  let done = text
  for (const { mark, as, contentType } of files) {
    const data = await base64Of(await file())
    done = done.replace(JSON.stringify(mark), () => JSON.stringify(as === 'base64' ? data : `data:${contentType};base64,${data}`))
  }
  return done
}

async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : '')
  reader.onerror = () => reject(new Error('The file could not be read.'))
  reader.readAsDataURL(blob)
  return promise
}

/** Returns the hub's error message for a call that was refused or failed. */
async function problemOf(answer: Response): Promise<string> {
  const text = await answer.text()
  const said = messageIn(text)
  if (answer.status === 401) return 'Sign in to call models of this hub.'
  const wait = answer.headers.get('retry-after')
  return `${said ?? `The hub answered ${answer.status}.`}${answer.status === 429 && wait !== null ? ` Try again in ${wait} seconds.` : ''}`
}

function messageIn(text: string): string | null {
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown }
    const inner = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error
    return [inner, message].find((each) => typeof each === 'string') ?? null
  } catch {
    // Not JSON, perhaps from a proxy. The status is enough.
    return null
  }
}

/**
 * Reads a response. Reports the pieces of a streamed response as they arrive.
 * @returns the output in the task's format; images and audio as blobs
 * @throws {Error} when the stream ends with an error, or is cut off
 */
export async function readAnswer(answer: Response, isChat: boolean, tellText: (text: string) => void): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream') && answer.body) return { generated_text: await readEvents(answer.body, tellText) }
  if (!type.includes('json')) return answer.blob()
  const value: unknown = await answer.json()
  if (!isChat) return value
  const { choices } = value as { choices?: { message?: { content?: unknown } }[] }
  const content = choices?.[0]?.message?.content
  return typeof content === 'string' ? { generated_text: content } : value
}

async function readEvents(body: ReadableStream<Uint8Array>, tellText: (text: string) => void): Promise<string> {
  let whole = ''
  let rest = ''
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    rest += value ?? ''
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data:')) continue
      const data = line.slice(5).trim()
      if (data === '[DONE]') return whole
      const piece = pieceOf(data)
      whole += piece
      if (piece !== '') tellText(piece)
    }
    if (done) throw new Error('The answer broke off.')
  }
}

function pieceOf(data: string): string {
  const { choices, error } = JSON.parse(data) as { choices?: { delta?: { content?: unknown } }[]; error?: { message?: unknown } | string }
  if (error !== undefined) {
    const said = typeof error === 'string' ? error : error.message
    throw new Error(typeof said === 'string' ? said : 'The model ended with an error.')
  }
  const content = choices?.[0]?.delta?.content
  return typeof content === 'string' ? content : ''
}
