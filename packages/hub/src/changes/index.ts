/**
 * Changes: everything that moves or compares refs (commits, pushes, merges, pull requests, history rewrites, diffs), reading and editing files,
 * and the packs for clones.
 */
export {}
