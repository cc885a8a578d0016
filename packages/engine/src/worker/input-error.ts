/** The caller's input does not suit the task; the message is shown to the caller. */
export class InputError extends Error {
  override readonly name = 'InputError'
}
