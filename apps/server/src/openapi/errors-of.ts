import { type ErrorCode, errorStatus } from '@portolan/contract'
import type { Operation } from './describe.ts'

/** What addresses lead to, and what is missing when they lead nowhere. */
const missing: readonly (readonly [pattern: RegExp, ...codes: ErrorCode[]])[] = [
  [/:owner\/:name/, 'auth.required', 'repo.not_found'],
  [/:owner\/:name\/.*\*$/, 'revision.not_found', 'entry.not_found'],
  [/^(?:\/\w+)?\/:name\/:how/, 'auth.required', 'repo.not_found', 'revision.not_found', 'entry.not_found'],
  [/\/lfs-files\/:sha/, 'entry.not_found'],
  [/\/info\/lfs\/locks\/:id/, 'lfs.lock_missing'],
  [/^\/lfs\//, 'lfs.link_expired'],
  [/\/user-access-request\/|\/ask-access$/, 'access.not_gated', 'access.not_found', 'access.already_granted', 'access.rejected'],
  [/^\/api\/(?:tasks|pictures)\/:|\/commit\/:patch/, 'route.not_found'],
  [/:num\b/, 'discussion.not_found'],
  [/^\/api\/collections\/:/, 'collection.not_found'],
  [/^\/api\/(?:users|organizations|:kind\{\(\?:users\|organizations\)\})\/:/, 'account.not_found'],
  [/^\/api\/(?:avatars|admin\/(?:robots|users|organizations|former-names|storage))\/:/, 'account.not_found'],
  [/^\/api\/admin\/invites\/:/, 'auth.invite_invalid'],
  [/^\/api\/settings\/ssh-keys\/:/, 'ssh_key.not_found'],
  [/^\/api\/(?:session|whoami|notifications|inference\/usage)/, 'auth.required'],
  [/^\/api\/settings\/webhooks\/:/, 'webhook.not_found'],
  [/^\/api\/admin\/|^\/api\/settings\/|\/user-access-request\//, 'auth.required', 'auth.forbidden'],
]

/** The errors of a route by status, in the order of the statuses. */
export function errorsOf(pattern: string, operation: Operation | null): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = new Set<ErrorCode>(['auth.invalid_token', 'database.unavailable'])
  const add = (...more: readonly ErrorCode[]) => more.forEach((code) => codes.add(code))
  if (operation?.query !== undefined) add('query.invalid')
  if (operation?.body !== undefined) add('body.invalid', 'body.too_large')
  if (operation?.token !== undefined) add('auth.required', 'auth.forbidden', 'auth.read_only_token', 'auth.missing_permission')
  for (const [place, ...absent] of missing) if (place.test(pattern)) add(...absent)
  add(...(operation?.errors ?? []))
  const statusOf = (code: ErrorCode) => errorStatus[code].status
  return new Map([...Map.groupBy([...codes].toSorted(), statusOf)].toSorted(([a], [b]) => a - b).map(([status, list]) => [status, list]))
}
