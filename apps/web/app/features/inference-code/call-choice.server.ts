import type { CodeChoice } from '../../lib/code-choice.ts'

/** How to call a model, as given in the query string. */
export interface CallChoice {
  /** The panel shows calls over HTTP instead of code that loads the model. */
  readonly isOpen: boolean
  /** The name of a provider; `null` lets the hub choose. */
  readonly provider: string | null
  readonly streaming: boolean
  /** Prefixed with its language: `javascript.openai`. */
  readonly client: string | null
  /** Used when no client was chosen: the language chosen for other code. */
  readonly language: string | null
}

export function callChoice(parameters: URLSearchParams, { client, language }: Pick<CodeChoice, 'client' | 'language'>): CallChoice {
  const provider = parameters.get('provider')
  return {
    isOpen: parameters.has('call'),
    provider: provider !== null && /^[\w.-]{1,96}$/.test(provider) ? provider : null,
    streaming: parameters.get('stream') !== 'no',
    client,
    language,
  }
}

/** Returns the choices that are not the defaults, for links. */
export function callParameters({ isOpen, provider, streaming, client }: CallChoice): Record<string, string> {
  return {
    ...(isOpen ? { call: 'http' } : {}),
    ...(provider === null ? {} : { provider }),
    ...(streaming ? {} : { stream: 'no' }),
    ...(client === null ? {} : { client }),
  }
}
