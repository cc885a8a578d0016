import type { Upstream, UpstreamModel } from '@portolan/hub'
import { findInferenceProvider } from '@portolan/tasks'

/** Provider routes that name the model in the body and are missing from the task table. */
const bodyRoutes: Readonly<Record<string, readonly string[]>> = {
  replicate: ['v1/predictions'],
  novita: ['v3/minimax/v2/video_generation'],
  openai: [
    'responses',
    'images/generations',
    'images/edits',
    'images/variations',
    'audio/speech',
    'audio/transcriptions',
    'audio/translations',
    'moderations',
    'rerank',
    'score',
    'classify',
    'pooling',
  ],
}

/**
 * Whether a route calls the model that its body names. Other routes (files, fine-tuning, billing) are not open to a hub's callers, even if the
 * request contains a model name, because it would be sent with the owner's key.
 */
export function takesModelInBody({ kind }: Upstream, path: string): boolean {
  const own = Object.values(findInferenceProvider(kind)?.routes ?? {})
  return own.includes(path) || (Object.hasOwn(bodyRoutes, kind) && bodyRoutes[kind]?.includes(path) === true)
}

/**
 * The model from the owner's file that a route calls: its id must be exactly where the provider's routes have it. Searching the whole path would
 * let a caller put the id of one model behind the address of another. `null` when there is none.
 */
export function modelInPath({ kind, models }: Upstream, path: string): UpstreamModel | null {
  const routes = Object.values(findInferenceProvider(kind)?.routes ?? {}).filter((route) => route.includes('{model}'))
  if (kind === 'novita') routes.push('v3/hf/{model}')
  const templates = routes.length > 0 ? routes : ['{model}']
  return models.find(({ upstreamId }) => templates.some((template) => template.replace('{model}', () => upstreamId) === path)) ?? null
}
