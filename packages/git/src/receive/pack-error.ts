/** A pack that cannot be accepted. The message is for the person who pushes. */
export class PackError extends Error {
  override readonly name = 'PackError'
}

/** An object, or all of them together, exceeds a limit. */
export class PackSizeError extends PackError {}
