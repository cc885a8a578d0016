/**
 * Repository: repos, permissions, revisions and large files (LFS, Xet), access to gated repos, downloads,
 * and how repos are found.
 */
export {}
