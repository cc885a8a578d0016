import { localName, type Route } from '@portolan/hub'

/** What OpenAI's protocol can be asked for. */
export type SurfaceName = 'chat' | 'completion' | 'embedding'

export interface Surface {
  readonly name: SurfaceName
  /** What a model has to be good for. */
  readonly task: string
  /** The field with what the model reads. */
  readonly input: 'messages' | 'prompt' | 'input'
}

export const surfaces: Readonly<Record<SurfaceName, Surface>> = {
  chat: { name: 'chat', task: 'conversational', input: 'messages' },
  completion: { name: 'completion', task: 'text-generation', input: 'prompt' },
  embedding: { name: 'embedding', task: 'feature-extraction', input: 'input' },
}

/** Routes that have such an address: a hosted provider may serve the model another way. */
export function offers(route: Route, surface: SurfaceName): boolean {
  return route.name === localName || (route.kind === 'remote' && route.upstream.paths[surface] !== undefined)
}
