import { HubError } from '@portolan/contract'
import type { Upstream, UpstreamModel } from '@portolan/hub'
import type { Context } from 'hono'
import { parseObject, rawBody } from './request-object.ts'

/** A body in a provider's own protocol. */
export interface ProviderBody {
  readonly bytes: Uint8Array | null
  readonly contentType: string | null
  /** The parsed value, when it is JSON. */
  readonly value: Record<string, unknown> | null
  /** The fields, when it is a form. */
  readonly form?: FormData
}

/** @throws {HubError} `body.invalid`, `body.too_large` */
export async function providerBody(c: Context): Promise<ProviderBody> {
  const contentType = c.req.header('content-type') ?? null
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? null
  const isJson = type === null || type === 'application/json' || type === 'application/x-www-form-urlencoded'
  const bytes = await rawBody(c, isJson)
  if (type === 'multipart/form-data') {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType ?? '' } }).formData().catch(() => {
      throw new HubError('body.invalid', { message: 'The form data is malformed' })
    })
    return { bytes, contentType, value: null, form }
  }
  return isJson && bytes.length > 0
    ? { bytes, contentType: 'application/json', value: await parseObject(bytes) }
    : { bytes, contentType: contentType ?? 'application/octet-stream', value: null }
}

/**
 * The model that a body names in `model` (by the provider's id or the hub's) or, for replicate, in `version`; together with the body in
 * the provider's format. `null` when it names none of the upstream's models.
 */
export function namedInBody(upstream: Upstream, body: ProviderBody): { model: UpstreamModel; body: ProviderBody } | null {
  if (body.form !== undefined) return namedInForm(upstream, body.form)
  const { value } = body
  if (value === null) return null
  const byVersion = value['version']
  const versioned =
    typeof byVersion === 'string' ? upstream.models.find(({ upstreamId }) => upstreamId.split(':')[1] === byVersion) : undefined
  if (versioned !== undefined && value['model'] === undefined) return { model: versioned, body }
  const model = modelNamed(upstream, value['model'])
  if (model === null) return null
  const sent = { ...value, model: model.upstreamId }
  return { model, body: { ...body, value: sent, bytes: Buffer.from(JSON.stringify(sent)) } }
}

/** Finds a model by the provider's id, or by the hub's, ignoring case. */
export function modelNamed(upstream: Upstream, name: unknown): UpstreamModel | null {
  if (typeof name !== 'string') return null
  const own = upstream.models.find(({ upstreamId }) => upstreamId === name)
  return own ?? upstream.models.find(({ id }) => id.toLowerCase() === name.toLowerCase()) ?? null
}

function namedInForm(upstream: Upstream, form: FormData): { model: UpstreamModel; body: ProviderBody } | null {
  const model = modelNamed(upstream, form.get('model'))
  if (model === null) return null
  // Keep the fields as they are; the boundary is set when the form is sent.
  form.set('model', model.upstreamId)
  return { model, body: { bytes: null, contentType: null, value: null, form } }
}

/** The bytes of a form, and the content type that names its boundary. */
export async function encodeForm(form: FormData): Promise<{ bytes: Uint8Array; contentType: string }> {
  const encoded = new Response(form)
  return { bytes: new Uint8Array(await encoded.arrayBuffer()), contentType: encoded.headers.get('content-type') ?? '' }
}
