import { defaultPackLimits } from '@portolan/git'

/** What one push, and what a revision may hold. */
export const pushLimits = {
  ...defaultPackLimits,
  /** Files of one revision, each path counted: a tree of a few kilobytes can name more paths than there are atoms. */
  files: 500_000,
  /** Folders within folders. */
  depth: 256,
  /** Characters of a path, as in commits of the API. */
  pathLength: 1_000,
} as const
