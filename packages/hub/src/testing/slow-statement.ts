import { sql } from 'kysely'
import type { Hub } from '../hub.ts'

/** Runs a statement that takes more than a few milliseconds on any machine. @param secret a value of the statement */
export async function slowStatement({ db }: Hub, secret: string): Promise<void> {
  const counted = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000) select max(i) as most from n`
  await sql`${counted} where cast(${secret} as text) <> ''`.execute(db.read)
}
