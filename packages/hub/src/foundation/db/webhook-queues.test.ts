import { expect, test } from 'vitest'
import { databases, openTestHub, type TestHub } from '../../testing/open-test-hub.ts'
import { migrateEmpty } from './migrate-empty.ts'

/* What becomes of webhooks that were made before they kept the rights of their makers. */

const now = 1_700_000_000_000

/** Webhooks by how they were made, and changed since: what the audit log says. `null`: it says nothing any more. */
const webhooks: Readonly<Record<string, readonly (string | null)[] | null>> = {
  'in the browser': ['session'],
  'with a token that may write everything': ['token full'],
  'with a fine-grained token': ['token fine'],
  'in the browser, and changed with a fine-grained token': ['session', 'token fine'],
  'with a token that is gone': ['token gone'],
  'with a token that has the name of a fine-grained one': ['token both'],
  'on the command line': [null],
  'so long ago that nobody knows': null,
}

async function fill(hub: TestHub): Promise<void> {
  await hub.db.write(async (tx) => {
    const row = { kind: 'user' as const, name: 'ada', fullname: 'ada', created: now }
    const { id } = await tx
      .insertInto('account')
      .values({ uid: 'ada', ...row })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tokens = [
      ['full', 'write'],
      ['fine', 'fineGrained'],
      ['both', 'write'],
      ['both', 'fineGrained'],
    ] as const
    for (const [i, [name, role]] of tokens.entries())
      await tx
        .insertInto('access_token')
        .values({
          uid: `t${i}`,
          user_id: id,
          name,
          role,
          token_hash: Buffer.from([i]),
          hint: '',
          scopes: '[]',
          created: now,
          expires: null,
          last_used: null,
        })
        .execute()
    for (const [uid, made] of Object.entries(webhooks)) {
      const waits = uid === 'in the browser'
      const hook = await tx
        .insertInto('webhook')
        .values({
          uid,
          user_id: id,
          url: 'https://ci.example.org/',
          secret: null,
          watched: '[]',
          domains: '[]',
          created: now,
          failures: waits ? 0 : 10,
          disabled: waits ? 0 : 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (waits)
        await tx
          .insertInto('webhook_delivery')
          .values({ uid: 'd', webhook_id: hook.id, created: now, payload: '{}', state: 'waiting', next_at: now })
          .execute()
      for (const [i, via] of (made ?? []).entries())
        await tx
          .insertInto('audit')
          .values({
            at: now,
            topic: 'webhook.changed',
            actor: 'ada',
            payload: JSON.stringify({ uid, change: i === 0 ? 'created' : 'updated' }),
            via,
          })
          .execute()
    }
  })
}

test.for(databases)(
  'old webhooks on %s keep what their makers were known to have, and the others hear of what is public',
  async (database) => {
    await using hub = await openTestHub({ database })
    await migrateEmpty(hub.db.location, ['0001-initial', '0002-password-reset'], () => fill(hub))
    const rows = await hub.db.read.selectFrom('webhook').select(['uid', 'rights', 'due_at', 'disabled_reason']).orderBy('id').execute()
    expect(rows.filter(({ rights }) => rights === null).map(({ uid }) => uid)).toEqual([
      'in the browser',
      'with a token that may write everything',
    ])
    expect(new Set(rows.map(({ rights }) => rights))).toEqual(new Set([null, '{"scopes":[],"global":[]}']))
    // What waited is sent.
    expect(rows.map(({ uid, due_at }) => [uid, due_at]).filter(([, due]) => due !== null)).toEqual([['in the browser', 0]])
    expect(new Set(rows.map(({ disabled_reason }) => disabled_reason))).toEqual(new Set([null, 'failures']))
  },
)
