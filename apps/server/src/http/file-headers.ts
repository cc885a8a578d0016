import type { Repo } from '@portolan/hub'
import { contentDisposition } from './content-disposition.ts'
import { contentTypeOf } from './content-type.ts'

/** Files are untrusted user content: whatever they are, they must not run or load anything when opened from the hub's origin. */
export const untrustedContent = { 'Content-Security-Policy': "sandbox; default-src 'none'", 'X-Content-Type-Options': 'nosniff' } as const

/** Headers that depend on a file's name. */
export function nameHeaders(name: string, kind: 'inline' | 'attachment' | 'unsaid'): Record<string, string> {
  return {
    ...untrustedContent,
    'Content-Type': contentTypeOf(name),
    ...(kind === 'unsaid' ? {} : { 'Content-Disposition': contentDisposition(kind, name) }),
  }
}

/** A commit never changes, but a branch does; content that only some users may see stays out of shared caches and is revalidated every time. */
export function cacheControl(repo: Repo, pinned: boolean): string {
  const open = repo.visibility === 'public' && repo.gated === false
  if (!open) return 'private, no-cache'
  return pinned ? 'public, max-age=31536000, immutable' : 'no-cache'
}
