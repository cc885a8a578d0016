import { localName, type Route } from '@portolan/hub'

/** The endpoints of OpenAI's protocol. */
export type SurfaceName = 'chat' | 'completion' | 'embedding'

export interface Surface {
  readonly name: SurfaceName
  /** The task a model must support. */
  readonly task: string
  /** The field that contains the model's input. */
  readonly input: 'messages' | 'prompt' | 'input'
}

export const surfaces: Readonly<Record<SurfaceName, Surface>> = {
  chat: { name: 'chat', task: 'conversational', input: 'messages' },
  completion: { name: 'completion', task: 'text-generation', input: 'prompt' },
  embedding: { name: 'embedding', task: 'feature-extraction', input: 'input' },
}

/** Whether a route has this endpoint: a hosted provider may serve the model in another way. */
export function offers(route: Route, surface: SurfaceName): boolean {
  return route.name === localName || (route.kind === 'remote' && route.upstream.paths[surface] !== undefined)
}
