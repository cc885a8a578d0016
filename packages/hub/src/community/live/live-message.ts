import type { LiveKind, LiveMessages } from '@portolan/contract'

/** One message on the channel. The same object goes to every listener that gets the same message, so a transport can cache its serialized text. */
export type LiveMessage = { readonly [K in LiveKind]: { readonly kind: K; readonly data: LiveMessages[K] } }[LiveKind]
