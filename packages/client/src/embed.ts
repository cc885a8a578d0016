import { fetchOrThrow } from './fetch-or-throw.ts'
import { fieldOf } from './field-of.ts'
import { RequestQueue } from './request-queue.ts'

export interface EmbedOptions {
  /** `owner/name`. */
  readonly model?: string
  /** Address of a hub or of a router. */
  readonly endpoint?: string
  /**
   * The provider of the model. `hf-inference` is the hub's own task endpoint; for any other provider, the model is requested by name at
   * `/v1/embeddings`.
   */
  readonly provider?: string
  /** Access token; defaults to the environment's `HUGGINGFACEHUB_API_KEY`. */
  readonly token?: string | undefined
  /** Shared with other calls, so that they count toward one limit. */
  readonly queue?: RequestQueue
  readonly signal?: AbortSignal | undefined
  /** For tests. */
  readonly fetch?: typeof fetch
}

/**
 * One vector per text, in the order of the texts, in a single request. Line breaks become spaces: they degrade the vectors of most models.
 * @throws {HttpError} when the endpoint refuses; {TypeError} when its answer is not one vector of numbers per text.
 */
export async function embed(texts: readonly string[], options: EmbedOptions = {}): Promise<number[][]> {
  if (texts.length === 0) return []
  const { model = 'BAAI/bge-base-en-v1.5', endpoint = 'https://router.huggingface.co', provider = 'hf-inference' } = options
  const { queue = new RequestQueue(), signal, token = keyOfEnvironment() } = options
  const inputs = texts.map((text) => text.replaceAll(/\r\n|[\r\n]/g, ' '))
  const own = provider === 'hf-inference'
  const base = endpoint.replace(/(?<!\/)\/+$/, '')
  const url = own
    ? `${base}/hf-inference/models/${model.split('/').map(encodeURIComponent).join('/')}/pipeline/feature-extraction`
    : `${base}/v1/embeddings`
  const body = JSON.stringify(own ? { inputs } : { input: inputs, model: `${model}:${provider}` })
  const headers = { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) }
  const answer: unknown = await queue.call(
    async (call) => {
      const response = await fetchOrThrow(
        url,
        { method: 'POST', headers, body, ...(call.signal && { signal: call.signal }) },
        options.fetch,
      )
      return response.json()
    },
    { signal },
  )
  return vectors(own ? answer : openAiVectors(answer), texts.length)
}

/** The items of an OpenAI-style answer by their `index`: the order of the list is not guaranteed. */
function openAiVectors(answer: unknown): unknown {
  const data = fieldOf(answer, 'data')
  if (!Array.isArray(data)) return data
  return data.toSorted((a, b) => Number(fieldOf(a, 'index')) - Number(fieldOf(b, 'index'))).map((item) => fieldOf(item, 'embedding'))
}

function vectors(answer: unknown, expected: number): number[][] {
  const fits =
    Array.isArray(answer) &&
    answer.length === expected &&
    answer.every((vector) => Array.isArray(vector) && vector.every((value) => typeof value === 'number'))
  if (!fits) throw new TypeError(`Expected ${expected} vectors of numbers; the endpoint answered something else`)
  return answer as number[][]
}

function keyOfEnvironment(): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.['HUGGINGFACEHUB_API_KEY']
}
