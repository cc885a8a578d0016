import type { ModelFacts } from '../facts/model-facts.ts'

/** GGUF files whose header was read: it contains the context length. */
export function isGguf(facts: ModelFacts): boolean {
  return typeof facts.gguf?.contextLength === 'number'
}

export function isMlx(facts: ModelFacts): boolean {
  return facts.tags.has('mlx')
}

const servedQuantisations = new Set(['awq', 'gptq', 'aqlm', 'marlin'])

/** Weights in a quantization that GPU servers can load. */
export function isServedQuantization(facts: ModelFacts): boolean {
  return facts.quantMethod !== null && servedQuantisations.has(facts.quantMethod)
}

export function isTextServed(facts: ModelFacts): boolean {
  return facts.task === 'text-generation' || facts.task === 'image-text-to-text'
}

/** A model that can call tools: its chat template defines their format. */
export function callsTools(facts: ModelFacts): boolean {
  return (isGguf(facts) || isMlx(facts)) && facts.isConversational && (facts.chatTemplate?.includes('tools') ?? false)
}

/** Image models that the diffusion programs can load. */
export function isPictureModel(facts: ModelFacts): boolean {
  return facts.library === 'diffusers' && (facts.task === 'text-to-image' || facts.tags.has('lora'))
}
