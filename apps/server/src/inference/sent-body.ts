import type { RemoteRoute } from '@portolan/hub'

/** The body that an upstream gets: the caller's, with the upstream's name of the model and what its kind wants otherwise. */
export function sentBody(route: RemoteRoute, body: Readonly<Record<string, unknown>>): Buffer {
  const sent: Record<string, unknown> = { ...body, model: route.model.upstreamId }
  if (route.upstream.kind === 'cerebras') delete sent['store']
  if (route.upstream.kind === 'together') sent['response_format'] = flatSchema(sent['response_format'])
  return Buffer.from(JSON.stringify(sent))
}

/** Together has the schema itself where OpenAI has an object around it. */
function flatSchema(format: unknown): unknown {
  const { type, json_schema: around } = (format ?? {}) as { type?: unknown; json_schema?: { schema?: unknown } }
  return type === 'json_schema' && around?.schema !== undefined ? { type, schema: around.schema } : format
}
