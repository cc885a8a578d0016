import type { RemoteRoute } from '@portolan/hub'

/** The body sent to an upstream: the caller's, with the upstream's model name and the adjustments that its kind needs. */
export function sentBody(route: RemoteRoute, body: Readonly<Record<string, unknown>>): Buffer {
  const sent: Record<string, unknown> = { ...body, model: route.model.upstreamId }
  if (route.upstream.kind === 'cerebras') delete sent['store']
  if (route.upstream.kind === 'together') sent['response_format'] = flatSchema(sent['response_format'])
  return Buffer.from(JSON.stringify(sent))
}

/** Together expects the schema itself where OpenAI wraps it in an object. */
function flatSchema(format: unknown): unknown {
  const { type, json_schema: around } = (format ?? {}) as { type?: unknown; json_schema?: { schema?: unknown } }
  return type === 'json_schema' && around?.schema !== undefined ? { type, schema: around.schema } : format
}
