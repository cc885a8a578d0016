import { defaultPackLimits } from '@portolan/git'

/** Limits for one push, and for one revision. */
export const pushLimits = {
  ...defaultPackLimits,
  /** Files of one revision, counting each path: a tree of a few kilobytes can name more paths than there are atoms. */
  files: 500_000,
  /** Depth of nested folders. */
  depth: 256,
  /** Characters of a path, as for API commits. */
  pathLength: 1_000,
} as const

/** Up to here, a push takes less time in the thread that serves requests than to pass it to another. */
export const smallPush = { packBytes: 64 * 1024, objects: 200, inflatedBytes: 512 * 1024, heldBytes: 512 * 1024 } as const
