import { HubError, parseRepoName, type RepoType } from '@portolan/contract'
import { sql } from 'kysely'
import { type Actor, missingPermission, requireConfirmedEmail } from '../../foundation/actor/index.ts'
import type { Reader } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import type { Checked, Readable, RepoNeed } from './checked-repo.ts'
import { canAdmin, canHandleAccess, canRead, canReadContent, canWrite, isEnabled } from './permissions.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'
import { type Repo, toRepo, visibility } from './repo.ts'

/**
 * Finds a repo by name, case-insensitively and including former names. `null` when there is none, or when the actor may not see it.
 * `movedFrom` is the requested name if the repo now has a different one.
 */
export async function findRepo(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
): Promise<{ repo: Readable; movedFrom: string | null } | null> {
  const name = parseRepoName(fullName)
  if (!name) return null
  const direct = await selectRepo(hub.db.read, type, name.owner, name.name)
  const repo = direct ?? (await selectRedirected(hub.db.read, type, name.owner, name.name))
  if (!repo || !canRead(actor, repo)) return null
  return { repo, movedFrom: direct ? null : fullName }
}

/**
 * Requires a repo that the actor may access in this way.
 * @throws {HubError} `repo.not_found` when it is missing or invisible; `repo.disabled`; `repo.gated`;
 *   `auth.required`, `account.email_unconfirmed`, `auth.read_only_token`, `auth.missing_permission` or `auth.forbidden` when visible but not permitted
 */
export async function requireRepo<Need extends RepoNeed>(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  need: Need,
): Promise<Checked<Need>> {
  const found = await findRepo(hub, actor, type, fullName)
  if (!found) throw new HubError('repo.not_found', { repo: fullName, type })
  const { repo } = found
  requireAccess(actor, repo, need)
  return repo
}

/** The second half of {@link requireRepo}, for a repo that is already loaded. */
export function requireAccess<Need extends RepoNeed, R extends Repo>(actor: Actor, repo: R, need: Need): asserts repo is Checked<Need, R> {
  const asked: RepoNeed = need
  if (!canRead(actor, repo)) throw new HubError('repo.not_found', { repo: repo.fullName, type: repo.type })
  if (asked === 'content' || asked === 'write') requireEnabled(repo)
  if (asked === 'read') return
  if (asked === 'content') {
    if (!canReadContent(actor, repo)) throw restricted(actor, repo)
    return
  }
  if (actor.kind !== 'user') throw new HubError('auth.required')
  if (asked !== 'access.read') requireConfirmedEmail(actor)
  const { may, permission, action } = rules[asked]
  if (may(actor, repo)) return
  if (may({ ...actor, token: null }, repo)) throw missingPermission(actor.token, permission)
  throw new HubError('auth.forbidden', { message: `You do not have permission to ${action} ${repo.fullName}` })
}

/** @throws {HubError} `repo.disabled` */
export function requireEnabled(repo: Pick<Repo, 'disabled'>): void {
  if (!isEnabled(repo)) throw new HubError('repo.disabled')
}

const rules = {
  write: { may: canWrite, permission: 'repo.write', action: 'write to' },
  admin: { may: canAdmin, permission: 'repo.write', action: 'administer' },
  'access.read': {
    may: (actor: Actor, repo: Repo) => canHandleAccess(actor, repo, 'repo.access.read'),
    permission: 'repo.access.read',
    action: 'administer',
  },
  'access.write': {
    may: (actor: Actor, repo: Repo) => canHandleAccess(actor, repo, 'repo.access.write'),
    permission: 'repo.access.write',
    action: 'administer',
  },
} as const

function restricted(actor: Actor, repo: Repo): HubError {
  // Clients search for this sentence.
  const what = `Access to ${repo.type} ${repo.fullName} is restricted`
  if (actor.kind === 'user' && canReadContent({ ...actor, token: null }, repo))
    return new HubError('repo.gated', {
      message: `${what}. You have access, but your access token lacks the permission to read gated repositories (repo.content.read).`,
      permission: 'repo.content.read',
    })
  const message =
    actor.kind === 'user'
      ? `${what} and you are not in the authorized list. Ask its owner for access.`
      : `${what}. Sign in, and ask its owner for access if you do not have it yet.`
  return new HubError('repo.gated', { message })
}

export async function selectRepo(db: Reader, type: RepoType, owner: string, name: string): Promise<Repo | null> {
  const row = await db
    .selectFrom('repo')
    .selectAll()
    .where('kind', '=', kindOf(type))
    .where((eb) => eb(eb.fn<string>('lower', ['owner']), '=', owner.toLowerCase()))
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    // As a literal: with a bound value, SQLite would replan the query each time to see whether the partial index applies.
    .where('vis', '<', sql.lit(visibility.deleted))
    .executeTakeFirst()
  return row ? toRepo(row) : null
}

async function selectRedirected(db: Reader, type: RepoType, owner: string, name: string): Promise<Repo | null> {
  const row = await db
    .selectFrom('repo_redirect')
    .innerJoin('repo', 'repo.id', 'repo_redirect.repo_id')
    .selectAll('repo')
    .where('repo_redirect.kind', '=', kindOf(type))
    .where('owner_lower', '=', owner.toLowerCase())
    .where('name_lower', '=', name.toLowerCase())
    .where('repo.vis', '<', visibility.deleted)
    .executeTakeFirst()
  return row ? toRepo(row) : null
}
