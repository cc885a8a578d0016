import { tracingChannel } from 'node:diagnostics_channel'

/** A call to another system, such as a webhook's receiver or an upstream of a model. */
export interface OutgoingCall {
  readonly kind: 'webhook' | 'inference'
  readonly method: string
  /** Host and port: no path, which may hold secrets. */
  readonly host: string
  /** Headers that listeners of the start add to the request. */
  readonly headers: Record<string, string>
  /** The status of the response, once there is one. */
  status?: number
}

/** Calls of this process, up to the head of the response. Costs nothing while nobody listens. */
export const outgoingCalls = tracingChannel<OutgoingCall>('portolan:outgoing-call')
