/** The caller asked for something that the task does not take; the message is for them. */
export class InputError extends Error {
  override readonly name = 'InputError'
}
