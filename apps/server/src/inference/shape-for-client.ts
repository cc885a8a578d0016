import type { Json } from '@portolan/hub'

/**
 * The answer of a task in the form that the calling program reads. They agree on all tasks but one: of a picture's description `huggingface_hub` reads
 * a list, as the service of the field sends it, and `@huggingface/inference` (4.x) one object.
 */
export function shapeForClient(task: string, value: Json, userAgent: string | undefined): Json {
  if (task !== 'image-to-text' || !Array.isArray(value) || userAgent?.startsWith('@huggingface/inference/') !== true) return value
  const [first = null] = value as readonly Json[]
  return first
}
