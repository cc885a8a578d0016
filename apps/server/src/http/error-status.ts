import type { ErrorCode } from '@portolan/contract'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Codes that clients of the field know (hub API, section 0.5). */
type WireCode = 'RepoNotFound' | 'RevisionNotFound' | 'EntryNotFound' | 'GatedRepo'

interface Answer {
  readonly status: ContentfulStatusCode
  readonly wire?: WireCode
  /** Status for a caller who sent no credentials, where it differs. */
  readonly anonymous?: ContentfulStatusCode
}

/** How each code is answered. A code that is missing here does not compile. */
export const errorStatus = {
  'auth.required': { status: 401 },
  'auth.invalid_token': { status: 401 },
  'auth.invalid_credentials': { status: 401 },
  'auth.forbidden': { status: 403 },
  'auth.read_only_token': { status: 403 },
  'auth.csrf': { status: 403 },
  'auth.sign_up_closed': { status: 403 },
  'auth.invite_invalid': { status: 403 },
  'auth.rate_limited': { status: 429 },
  'account.name_taken': { status: 409 },
  'account.not_found': { status: 404 },
  'account.weak_password': { status: 422 },
  'org.last_admin': { status: 409 },
  'org.not_member': { status: 404 },
  'org.not_empty': { status: 409 },
  'avatar.invalid': { status: 400 },
  'token.not_found': { status: 404 },
  'repo.not_found': { status: 404, wire: 'RepoNotFound', anonymous: 401 },
  'repo.name_taken': { status: 409 },
  'repo.invalid_name': { status: 400 },
  'repo.gated': { status: 403, wire: 'GatedRepo', anonymous: 401 },
  'repo.disabled': { status: 403 },
  'access.not_gated': { status: 400 },
  'access.not_found': { status: 404 },
  'access.already_granted': { status: 400 },
  'access.rejected': { status: 403 },
  'repo.sdk_required': { status: 400 },
  'revision.not_found': { status: 404, wire: 'RevisionNotFound' },
  'revision.not_a_branch': { status: 400 },
  'revision.exists': { status: 409 },
  'revision.protected': { status: 403 },
  'revision.invalid_name': { status: 400 },
  'entry.not_found': { status: 404, wire: 'EntryNotFound' },
  'compare.unrelated': { status: 422 },
  'compare.too_large': { status: 413 },
  'commit.stale_parent': { status: 412 },
  'webhook.not_found': { status: 404 },
  'webhook.too_many': { status: 400 },
  'history.too_long': { status: 400 },
  'commit.conflict': { status: 409 },
  'commit.invalid_path': { status: 400 },
  'commit.invalid_operation': { status: 400 },
  'commit.file_missing': { status: 404, wire: 'EntryNotFound' },
  'commit.file_too_large': { status: 413 },
  'commit.lfs_missing': { status: 422 },
  'commit.invalid_card': { status: 400 },
  'lfs.hash_mismatch': { status: 422 },
  'lfs.size_mismatch': { status: 422 },
  'lfs.object_missing': { status: 404 },
  'lfs.locked': { status: 409 },
  'lfs.lock_missing': { status: 404 },
  'lfs.link_expired': { status: 403 },
  'blob.not_found': { status: 404 },
  'storage.full': { status: 507 },
  'storage.unavailable': { status: 503 },
  'query.invalid': { status: 400 },
  'body.invalid': { status: 400 },
  'body.too_large': { status: 413 },
  'git.protocol': { status: 400 },
  'git.busy': { status: 503 },
  'xet.unsupported': { status: 404 },
  'xet.token_invalid': { status: 401 },
  'xet.link_expired': { status: 403 },
  'xet.invalid': { status: 400 },
  'xet.not_found': { status: 404 },
  'xet.range_invalid': { status: 416 },
  'search.no_embedding_model': { status: 503 },
  'preview.not_found': { status: 404 },
  'preview.unreadable': { status: 422 },
  'preview.unsupported': { status: 422 },
  'preview.too_large': { status: 422 },
  'preview.timeout': { status: 422 },
  'preview.crashed': { status: 422 },
  'preview.busy': { status: 503 },
  'snippet.unknown_library': { status: 404 },
  'snippet.not_offered': { status: 404 },
  'inference.scope_required': { status: 403 },
  'inference.bill_to_forbidden': { status: 403 },
  'inference.not_served': { status: 404 },
  'inference.unsupported_task': { status: 400 },
  'inference.quota_exceeded': { status: 429 },
  'inference.rejected': { status: 400 },
  // Not 503: a client of the field repeats that at once and without end.
  'inference.busy': { status: 429 },
  'inference.timeout': { status: 504 },
  'inference.failed': { status: 502 },
  'live.too_many': { status: 429 },
  'live.unavailable': { status: 503 },
  'route.not_found': { status: 404 },
  'host.unknown': { status: 421 },
  internal: { status: 500 },
} as const satisfies Record<ErrorCode, Answer>

export function answerFor(code: ErrorCode, isAnonymous: boolean): { status: ContentfulStatusCode; wire: WireCode | null } {
  const answer: Answer = errorStatus[code]
  return { status: isAnonymous ? (answer.anonymous ?? answer.status) : answer.status, wire: answer.wire ?? null }
}
