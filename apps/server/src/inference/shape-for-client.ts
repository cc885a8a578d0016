import type { Json } from '@portolan/hub'

/**
 * The response of a task in the format that the calling program expects. Formats agree for all tasks but one: for an image caption, `huggingface_hub`
 * expects a list, as the hosted service sends it, and `@huggingface/inference` (4.x) a single object.
 */
export function shapeForClient(task: string, value: Json, userAgent: string | undefined): Json {
  if (task !== 'image-to-text' || !Array.isArray(value) || userAgent?.startsWith('@huggingface/inference/') !== true) return value
  const [first = null] = value as readonly Json[]
  return first
}
