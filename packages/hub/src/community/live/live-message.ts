import type { LiveKind, LiveMessages } from '@portolan/contract'

/** One thing to say on the channel. The same object goes to everybody who hears the same: whoever writes it can keep its text. */
export type LiveMessage = { readonly [K in LiveKind]: { readonly kind: K; readonly data: LiveMessages[K] } }[LiveKind]
