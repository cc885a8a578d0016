import { HubError, parseRepoName, type RepoType } from '@portolan/contract'
import { sql } from 'kysely'
import type { Actor } from '../accounts/index.ts'
import type { Reader } from '../db/db.ts'
import type { Hub } from '../hub.ts'
import { canAdmin, canRead, canReadContent, canWrite } from './permissions.ts'
import { kindOf, type Repo, toRepo, visibility } from './repo.ts'

/**
 * A repo by name, in any letter case and under its former names. `null` when there is none, and just the same when the actor may not know of it.
 * `movedFrom` is the name asked for when the repo now has another one.
 */
export async function findRepo(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
): Promise<{ repo: Repo; movedFrom: string | null } | null> {
  const name = parseRepoName(fullName)
  if (!name) return null
  const direct = await selectRepo(hub.db.read, type, name.owner, name.name)
  const repo = direct ?? (await selectRedirected(hub.db.read, type, name.owner, name.name))
  if (!repo || !canRead(actor, repo)) return null
  return { repo, movedFrom: direct ? null : fullName }
}

/**
 * A repo that the actor may use in this way: `read` its metadata, its `content`, `write` to it, or `admin`ister it.
 * @throws {HubError} `repo.not_found` when it is missing or invisible; `repo.disabled`; `repo.gated`;
 *   `auth.required`, `auth.read_only_token` or `auth.forbidden` when visible but not permitted
 */
export async function requireRepo(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  need: 'read' | 'content' | 'write' | 'admin',
): Promise<Repo> {
  const found = await findRepo(hub, actor, type, fullName)
  if (!found) throw new HubError('repo.not_found', { repo: fullName, type })
  requireAccess(actor, found.repo, need)
  return found.repo
}

/** The second half of {@link requireRepo}, for a repo at hand. */
export function requireAccess(actor: Actor, repo: Repo, need: 'read' | 'content' | 'write' | 'admin'): void {
  if (!canRead(actor, repo)) throw new HubError('repo.not_found', { repo: repo.fullName, type: repo.type })
  if (repo.disabled && need !== 'read' && need !== 'admin') throw new HubError('repo.disabled')
  if (need === 'read') return
  if (need === 'content') {
    if (!canReadContent(actor, repo)) {
      throw new HubError('repo.gated', {
        message: `Access to ${repo.type} ${repo.fullName} is restricted. Ask its owner for access${actor.kind === 'user' ? '' : ', and sign in'}.`,
      })
    }
    return
  }
  if (actor.kind !== 'user') throw new HubError('auth.required')
  if (need === 'write' ? canWrite(actor, repo) : canAdmin(actor, repo)) return
  const withoutToken = { ...actor, token: null }
  const byToken = need === 'write' ? canWrite(withoutToken, repo) : canAdmin(withoutToken, repo)
  if (byToken && actor.token?.role === 'read') throw new HubError('auth.read_only_token')
  throw new HubError('auth.forbidden', {
    message: `You do not have the right to ${need === 'write' ? 'write to' : 'administer'} ${repo.fullName}`,
  })
}

export async function selectRepo(db: Reader, type: RepoType, owner: string, name: string): Promise<Repo | null> {
  const row = await db
    .selectFrom('repo')
    .selectAll()
    .where('kind', '=', kindOf(type))
    .where((eb) => eb(eb.fn<string>('lower', ['owner']), '=', owner.toLowerCase()))
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    // As a literal: for a bound value SQLite would plan the query anew each time, to see whether the partial index fits.
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
