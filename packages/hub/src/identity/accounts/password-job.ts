/** What costs a lot about passwords, as the thread for it is asked. Parts are base64url. */
export type PasswordJob =
  | { readonly kind: 'derive'; readonly password: string; readonly salt: string; readonly cost: ScryptCost; readonly keyBytes: number }
  | { readonly kind: 'guessability'; readonly password: string; readonly about: readonly string[] }

export interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** The key, base64url; or what makes the password easy to guess, `null` when nothing does. */
export type PasswordJobResult = string | null
