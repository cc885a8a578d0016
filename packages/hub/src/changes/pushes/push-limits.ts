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
