import { HubError } from '@portolan/contract'
import { unreleased } from '../../foundation/db/unreleased.ts'
import type { Source } from './fill-tables.ts'
import type { Manifest } from './manifest.ts'
import type { Cell } from './tables.ts'

/*
 * Backups of the last version before 0.1.0, used to carry its data over. The tables of 0.1.0 differ in three ways: `job`, which was never used,
 * is gone; the audit log stores names and uids instead of row ids; and the tables of garbage collection have other names.
 */

type Table = Manifest['tables'][number]
type ReadTable = (table: Table) => Promise<AsyncIterable<readonly Cell[]>>
type Row = Readonly<Record<string, Cell>>

/** The migration of 0.1.0 that creates the tables such a backup fits into. */
export const afterUnreleased = ['0001-initial']

/** @throws {HubError} `storage.damaged` for any version other than the last one before 0.1.0 */
export function isUnreleased({ migrations }: Manifest): boolean {
  const old = migrations.filter((name) => unreleased.has(name)).length
  if (old === 0) return false
  if (old === unreleased.size) return true
  throw new HubError('storage.damaged', {
    message:
      'The backup was made by a version before 0.1.0 other than the last one. Restore it with the last version before 0.1.0, and back up again.',
  })
}

/** The tables of such a backup, converted to 0.1.0. */
export function upgraded(manifest: Manifest, sources: readonly Source[], read: ReadTable): Source[] {
  return sources
    .filter(({ name }) => name !== 'job')
    .map((source) => (source.name === 'audit' ? auditSource(manifest, read) : { ...source, ...renamed(source) }))
}

function renamed({ name, columns: old }: Source): Pick<Source, 'name' | 'columns'> {
  if (!name.startsWith('collector_')) return { name, columns: old }
  return { name: name.replace('collector_', 'gc_'), columns: old.map((column) => (column === 'held' ? 'kept' : column)) }
}

const columns = 'id at topic actor actor_uid repo_uid repo_kind repo_owner repo_owner_uid repo_name payload address via request_id'.split(
  ' ',
)

function auditSource(manifest: Manifest, read: ReadTable): Source {
  async function* rows(): AsyncGenerator<Cell[]> {
    const accounts = new Map<Cell | undefined, Row>()
    const uidByName = new Map<string, Cell>()
    for await (const account of rowsOf(manifest, 'account', read)) {
      accounts.set(account['id'], account)
      uidByName.set(textOf(account['name']).toLowerCase(), account['uid'] ?? null)
    }
    const repos = new Map<Cell | undefined, Row>()
    for await (const repo of rowsOf(manifest, 'repo', read)) repos.set(repo['id'], repo)
    for await (const entry of rowsOf(manifest, 'audit', read)) {
      const found = repos.get(entry['repo_id'])
      // Entries written before the repo was created are about another one that had the same row id.
      const repo = found && Number(found['created']) <= Number(entry['at']) ? found : undefined
      const row: Row = {
        ...entry,
        topic: entry['topic'] === 'collector.changed' ? 'gc.changed' : (entry['topic'] ?? null),
        actor_uid: uidByName.get(textOf(entry['actor']).toLowerCase()) ?? null,
        repo_uid: repo?.['uid'] ?? null,
        repo_kind: repo?.['kind'] ?? null,
        repo_owner: repo?.['owner'] ?? null,
        repo_owner_uid: accounts.get(repo?.['owner_id'])?.['uid'] ?? null,
        repo_name: repo?.['name'] ?? null,
        payload: withoutRowIds(textOf(entry['payload']), accounts),
      }
      yield columns.map((column) => row[column] ?? null)
    }
  }
  return { name: 'audit', columns, lastId: undefined, rows }
}

async function* rowsOf(manifest: Manifest, name: string, read: ReadTable): AsyncGenerator<Row> {
  const table = manifest.tables.find((each) => each.name === name)
  if (table === undefined) return
  for await (const row of await read(table)) yield Object.fromEntries(table.columns.map((column, i) => [column, row[i] ?? null]))
}

function withoutRowIds(payload: string, accounts: ReadonlyMap<Cell | undefined, Row>): string {
  const { userId, ...rest } = JSON.parse(payload) as Record<string, unknown>
  if (typeof userId !== 'number') return payload
  const account = accounts.get(userId)
  return JSON.stringify({ user: account?.['name'] ?? null, ...rest, userUid: account?.['uid'] ?? null })
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell : ''
}
