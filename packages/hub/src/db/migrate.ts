import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Dialect } from './db.ts'
import * as initial from './migrations/0001-initial.ts'
import * as eventLog from './migrations/0002-event-log.ts'
import * as inferenceUsage from './migrations/0003-inference-usage.ts'
import * as cardEmbedding from './migrations/0004-card-embedding.ts'
import * as discussions from './migrations/0005-discussions.ts'
import * as people from './migrations/0006-people.ts'
import * as xet from './migrations/0007-xet.ts'
import * as collector from './migrations/0008-collector.ts'
import * as git from './migrations/0009-git.ts'
import * as spaces from './migrations/0010-spaces.ts'
import * as access from './migrations/0011-access.ts'
import * as repoRules from './migrations/0012-repo-rules.ts'
import * as signIn from './migrations/0013-sign-in.ts'
import * as tokenRights from './migrations/0014-token-rights.ts'
import * as quotas from './migrations/0016-quotas.ts'
import * as robots from './migrations/0017-robots.ts'
import * as blobUploadEach from './migrations/0015-blob-upload-each.ts'

/** A migration imports Kysely and nothing else, so that it means the same in two years. Never edit one that shipped. */
export interface PortableMigration {
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>
  down(db: Kysely<unknown>, dialect: Dialect): Promise<void>
}

export const migrations: Record<string, PortableMigration> = {
  '0001-initial': initial,
  '0002-event-log': eventLog,
  '0003-inference-usage': inferenceUsage,
  '0004-card-embedding': cardEmbedding,
  '0005-discussions': discussions,
  '0006-people': people,
  '0007-xet': xet,
  '0008-collector': collector,
  '0009-git': git,
  '0010-spaces': spaces,
  '0011-access': access,
  '0012-repo-rules': repoRules,
  '0013-sign-in': signIn,
  '0014-token-rights': tokenRights,
  '0015-blob-upload-each': blobUploadEach,
  '0016-quotas': quotas,
  '0017-robots': robots,
}

/** Brings the schema up to date. @throws the first migration's error; nothing of that migration is kept. */
export async function migrate(db: Kysely<never> | Kysely<any>, dialect: Dialect, schema?: string): Promise<void> {
  const { error } = await migratorFor(db, dialect, schema).migrateToLatest()
  if (error) throw error
}

/** The migrator itself, for tests and the command line. */
export function migratorFor(db: Kysely<any>, dialect: Dialect, schema?: string): Migrator {
  return new Migrator({
    db,
    // Else a bookkeeping table in another schema of the same database is taken for ours.
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, migration]): [string, Migration] => [
            name,
            { up: (k) => migration.up(k, dialect), down: (k) => migration.down(k, dialect) },
          ]),
        ),
    },
  })
}
