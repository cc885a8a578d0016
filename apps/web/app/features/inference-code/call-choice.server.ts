import type { CodeChoice } from '../../lib/code-choice.ts'

/** How a model is called, as an address says it. */
export interface CallChoice {
  /** The panel shows calls over HTTP in place of code that loads the model. */
  readonly isOpen: boolean
  /** The name of an upstream; `null` leaves the choice to the hub. */
  readonly provider: string | null
  readonly streaming: boolean
  /** With its language: `javascript.openai`. */
  readonly client: string | null
  /** Where no client was chosen: the language of other code. */
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

/** The choices that are not the defaults, for links. */
export function callParameters({ isOpen, provider, streaming, client }: CallChoice): Record<string, string> {
  return {
    ...(isOpen ? { call: 'http' } : {}),
    ...(provider === null ? {} : { provider }),
    ...(streaming ? {} : { stream: 'no' }),
    ...(client === null ? {} : { client }),
  }
}
