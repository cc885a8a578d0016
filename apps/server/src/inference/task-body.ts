import { HubError } from '@portolan/contract'
import type { EngineFile, Json } from '@portolan/hub'
import type { Context } from 'hono'
import { parseObject, rawBody, startBytes } from './request-object.ts'

/** A body of `POST /hf-inference/models/{id}` (task catalog, raw bodies). */
export interface TaskBody {
  readonly inputs: Json | EngineFile
  readonly parameters: Readonly<Record<string, Json>>
  readonly stream: boolean
  /** The raw body, for forwarding. */
  readonly bytes: Buffer
  readonly contentType: string | null
}

const fileTypes = /^(?:image|audio|video)\/|^application\/octet-stream$/
/** The fields of a body that are not parameters. */
const notParameters = new Set(['inputs', 'parameters', 'options', 'model', 'stream'])
/** Tasks that take a single file. In JSON it is base64 or a data URL. */
const fileTasks = new Set([
  'audio-classification',
  'audio-to-audio',
  'automatic-speech-recognition',
  'depth-estimation',
  'image-classification',
  'image-feature-extraction',
  'image-segmentation',
  'image-to-image',
  'image-to-text',
  'mask-generation',
  'object-detection',
  'video-classification',
  'zero-shot-image-classification',
  'zero-shot-object-detection',
])

/** Reads a body of either kind: JSON, or a raw image or audio file. @throws {HubError} `body.invalid`, `body.too_large` */
export async function taskBody(c: Context): Promise<TaskBody> {
  const contentType = c.req.header('content-type')?.trim() || null
  const type = contentType?.split(';')[0]?.toLowerCase() ?? null
  // For programs that send no type, and curl, which sends a wrong one, detect the type from the content.
  const isJson = type === null || type === 'application/x-www-form-urlencoded' ? looksLikeJson : !fileTypes.test(type)
  const bytes = await rawBody(c, isJson)
  const isFile = typeof isJson === 'boolean' ? !isJson : !isJson(bytes)
  if (isFile) {
    if (bytes.length === 0) throw new HubError('body.invalid', { message: 'The body is empty' })
    return {
      inputs: { bytes, contentType: type === 'application/x-www-form-urlencoded' ? null : type },
      parameters: {},
      stream: false,
      bytes,
      contentType,
    }
  }
  const body = await parseObject(bytes)
  const given = body['parameters'] ?? {}
  if (typeof given !== 'object' || Array.isArray(given))
    throw new HubError('body.invalid', { message: 'parameters must be an object', field: 'parameters' })
  if (body['inputs'] === undefined) throw new HubError('body.invalid', { message: 'inputs is missing', field: 'inputs' })
  const others = Object.fromEntries(Object.entries(body).filter(([name]) => !notParameters.has(name)))
  return {
    inputs: body['inputs'] as Json,
    parameters: { ...others, ...given } as Record<string, Json>,
    stream: body['stream'] === true,
    bytes,
    contentType: 'application/json',
  }
}

/** The inputs in the form the task takes: a file becomes bytes, however it was sent. @throws {HubError} `body.invalid` */
export function inputsFor(task: string, { inputs }: TaskBody): Json | EngineFile {
  if (!fileTasks.has(task)) return inputs
  const text = typeof inputs === 'string' ? inputs : imageOf(inputs)
  return text === null ? inputs : fileFrom(text)
}

/** Older clients send `{ image }`. */
function imageOf(inputs: Json | EngineFile): string | null {
  const image = typeof inputs === 'object' && inputs !== null && 'image' in inputs ? inputs.image : null
  return typeof image === 'string' ? image : null
}

function fileFrom(text: string): EngineFile {
  const [, type = null, data = text] = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s.exec(text) ?? []
  if (/^https?:/i.test(data))
    throw new HubError('body.invalid', {
      message: 'inputs must be the file itself, in base64; this hub does not fetch URLs',
      field: 'inputs',
    })
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length === 0 || /[^A-Za-z0-9+/=_\s-]/.test(data.slice(0, 4_096)))
    throw new HubError('body.invalid', { message: 'inputs must be a file in base64', field: 'inputs' })
  return { bytes, contentType: type || null }
}

function looksLikeJson(bytes: Buffer): boolean {
  return /^\s*[{["]/.test(bytes.subarray(0, startBytes).toString('latin1'))
}
