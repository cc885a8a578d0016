/** The account behind the key has nothing left to spend: no retry helps. `cause` is the error that said so. */
export class InsufficientQuotaError extends Error {
  override readonly name = 'InsufficientQuotaError'
}
