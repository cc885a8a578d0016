import { type Kysely, sql } from 'kysely'

/**
 * Cards as vectors. `model`: which model made it, by its repo and commit. `head`: the commit that the card is of. `text_hash`: sha-256 of what was
 * read, so that a commit which leaves the card alone costs nothing. `vector`: 32-bit floats, little-endian, length 1; empty when the model gave none.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const bytes = dialect === 'sqlite' ? 'blob' : 'bytea'
  await sql
    .raw(
      `create table card_embedding(repo_id bigint primary key, model text not null, head ${bytes} not null, text_hash ${bytes} not null,
        vector ${bytes} not null, updated bigint not null)`,
    )
    .execute(db)
  await sql.raw('create index card_embedding_updated on card_embedding(model, updated)').execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop table card_embedding').execute(db)
}
