/** Limits of a comparison in one response. */
export const diffLimits = {
  /** A patch as text: the contents of both sides combined, in bytes. */
  patchBytes: 32 * 1024 * 1024,
  /** A patch as text, or a list of changes: number of files. */
  patchFiles: 20_000,
} as const
