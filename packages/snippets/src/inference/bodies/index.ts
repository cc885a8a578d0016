import type { BodyBuilder } from './body.ts'
import { falBody } from './fal-ai.ts'
import { hfInferenceBody } from './hf-inference.ts'
import { novitaBody } from './novita.ts'
import { openaiLikeBody } from './openai-like.ts'
import { replicateBody } from './replicate.ts'
import { wavespeedBody } from './wavespeed.ts'
import { zaiBody } from './zai-org.ts'

/** Bodies of everything except chat, by provider. */
export const providerBodies: Readonly<Record<string, BodyBuilder>> = {
  deepinfra: openaiLikeBody,
  'fal-ai': falBody,
  'hf-inference': hfInferenceBody,
  novita: novitaBody,
  nscale: openaiLikeBody,
  replicate: replicateBody,
  scaleway: openaiLikeBody,
  together: openaiLikeBody,
  wavespeed: wavespeedBody,
  'zai-org': zaiBody,
}
