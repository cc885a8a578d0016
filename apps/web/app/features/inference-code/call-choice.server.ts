import { codeLanguages } from '@portolan/snippets'

/** How a model is called, as an address says it. */
export interface CallChoice {
  /** The panel shows calls over HTTP in place of code that loads the model. */
  readonly isOpen: boolean
  /** The name of an upstream; `null` leaves the choice to the hub. */
  readonly provider: string | null
  readonly streaming: boolean
  readonly client: string | null
  readonly language: string | null
}

export function callChoice(parameters: URLSearchParams, language: string | null): CallChoice {
  const client = parameters.get('client')
  const provider = parameters.get('provider')
  return {
    isOpen: parameters.has('call'),
    provider: provider !== null && /^[\w.-]{1,96}$/.test(provider) ? provider : null,
    streaming: parameters.get('stream') !== 'no',
    client: client !== null && /^[\w.-]{1,40}$/.test(client) ? client : null,
    language: codeLanguages.find((each) => each === parameters.get('language')) ?? language,
  }
}

/** The choices that are not the defaults, for links. */
export function callParameters({ isOpen, provider, streaming, client, language }: CallChoice): Record<string, string> {
  return {
    ...(isOpen ? { call: 'http' } : {}),
    ...(provider === null ? {} : { provider }),
    ...(streaming ? {} : { stream: 'no' }),
    ...(client === null ? {} : { client }),
    ...(language === null ? {} : { language }),
  }
}
