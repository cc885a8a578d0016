import { type Kysely, sql } from 'kysely'

/** What of the tables is read and written here. */
interface Tables {
  access_token: { id: number; scopes: string }
  account: { uid: string; name: string }
  repo: { uid: string; owner: string; name: string }
}

/** Fine-grained tokens name repos and accounts by their public id, and can have permissions for everything. */
export async function up(anyDb: Kysely<unknown>): Promise<void> {
  const db = anyDb as Kysely<Tables>
  await sql.raw("alter table access_token add column global_permissions text not null default '[]'").execute(db)
  await sql.raw('alter table access_token add column reads_gated int not null default 0').execute(db)
  const rows = await db.selectFrom('access_token').select(['id', 'scopes']).where('scopes', '!=', '[]').execute()
  for (const { id, scopes } of rows) {
    const named: unknown[] = []
    for (const { entity, permissions } of JSON.parse(scopes) as { entity: { type: string; name: string }; permissions: string[] }[]) {
      const uid = await uidOf(db, entity)
      // What is not there any more cannot be reached by name either.
      if (uid !== null) named.push({ entity: { type: entity.type, uid }, permissions })
    }
    await db
      .updateTable('access_token')
      .set({ scopes: JSON.stringify(named) })
      .where('id', '=', id)
      .execute()
  }
}

async function uidOf(db: Kysely<Tables>, { type, name }: { type: string; name: string }): Promise<string | null> {
  const kind = ['model', 'dataset', 'space'].indexOf(type)
  const { rows } = await (kind < 0
    ? sql<{ uid: string }>`select uid from account where lower(name) = ${name.toLowerCase()} and kind = ${type}`.execute(db)
    : sql<{
        uid: string
      }>`select uid from repo where kind = ${kind} and lower(owner) || '/' || lower(name) = ${name.toLowerCase()} and vis < 2`.execute(db))
  return rows[0]?.uid ?? null
}

export async function down(anyDb: Kysely<unknown>): Promise<void> {
  const db = anyDb as Kysely<Tables>
  const rows = await db.selectFrom('access_token').select(['id', 'scopes']).where('scopes', '!=', '[]').execute()
  for (const { id, scopes } of rows) {
    const named: unknown[] = []
    for (const { entity, permissions } of JSON.parse(scopes) as { entity: { type: string; uid: string }; permissions: string[] }[]) {
      const { type, uid } = entity
      const isAccount = type === 'user' || type === 'org'
      const account = isAccount ? await db.selectFrom('account').select('name').where('uid', '=', uid).executeTakeFirst() : undefined
      const repo = isAccount ? undefined : await db.selectFrom('repo').select(['owner', 'name']).where('uid', '=', uid).executeTakeFirst()
      const name = repo ? `${repo.owner}/${repo.name}` : account?.name
      if (name !== undefined) named.push({ entity: { type, name }, permissions })
    }
    await db
      .updateTable('access_token')
      .set({ scopes: JSON.stringify(named) })
      .where('id', '=', id)
      .execute()
  }
  await sql.raw('alter table access_token drop column reads_gated').execute(db)
  await sql.raw('alter table access_token drop column global_permissions').execute(db)
}
