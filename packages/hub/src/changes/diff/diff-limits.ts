/** Bounds of what is compared in one answer. */
export const diffLimits = {
  /** A patch as text: the contents of both sides together, in bytes. */
  patchBytes: 32 * 1024 * 1024,
  /** A patch as text, or a list of changes. Files. */
  patchFiles: 20_000,
} as const
