/** The account behind the key has used up its quota: retrying does not help. `cause` is the original error. */
export class InsufficientQuotaError extends Error {
  override readonly name = 'InsufficientQuotaError'
}
