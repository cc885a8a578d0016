/** Messages from the main thread to a xorb thread. Bytes are transferred: the sender can no longer access them. */
export type XorbJob =
  | { readonly kind: 'check'; readonly session: number; readonly bytes: Uint8Array }
  | { readonly kind: 'checked'; readonly session: number }
  | { readonly kind: 'unpack'; readonly bytes: Uint8Array; readonly contentBytes: number }
  | { readonly kind: 'digest'; readonly session: number; readonly bytes: Uint8Array; readonly contentBytes: number; readonly bare: boolean }
  | { readonly kind: 'digested'; readonly session: number }
  | { readonly kind: 'cut'; readonly session: number; readonly bytes: Uint8Array }
  | { readonly kind: 'cut-end'; readonly session: number }
  | { readonly kind: 'xorb-hash'; readonly bytes: Uint8Array }
  | { readonly kind: 'file-hash'; readonly bytes: Uint8Array }
  | { readonly kind: 'drop'; readonly session: number }

export type XorbAnswer =
  | { readonly bytes: Uint8Array }
  | { readonly hash: Uint8Array; readonly chunks: Uint8Array; readonly size: number }
  | { readonly sha256: string }
  | { readonly root: Uint8Array }
  | { readonly cut: readonly { readonly hash: Uint8Array; readonly length: number }[] }
  | 'done'

/** Distinguishes failures caused by the sender from ours. */
export type XorbReply = { readonly id: number } & (
  | { readonly answer: XorbAnswer }
  | { readonly malformed: string }
  | { readonly failed: string }
)
