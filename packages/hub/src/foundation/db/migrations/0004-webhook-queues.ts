import { type Kysely, sql } from 'kysely'

/**
 * Webhooks have a queue each: `due_at` says when to look at it next, null when it is empty; a sender moves it into the future while it works. `rights`: what
 * the credential that made the webhook could do, null for everything that its owner may do. `disabled_reason`: why the hub switched it off, null if its
 * owner did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table webhook add column rights text')
  await run('alter table webhook add column disabled_reason text')
  await run('alter table webhook add column due_at bigint')
  await run('create index webhook_due on webhook(due_at) where due_at is not null')
  await run('drop index webhook_delivery_due')
  await run("create index webhook_delivery_waiting on webhook_delivery(webhook_id, id) where state = 'waiting'")
  await run(
    "update webhook set due_at = 0 where exists (select 1 from webhook_delivery d where d.webhook_id = webhook.id and d.state = 'waiting')",
  )
  await run("update webhook set disabled_reason = 'failures' where disabled = 1 and failures >= 10")
  // Who made one, and whoever changed it, stands in the audit log. Those that a person made in the browser, or with a token that may read everything, go on as
  // before; of the others nobody knows what they may read, so they hear of public repositories until their owner saves them.
  const made = `from audit a where a.topic = 'webhook.changed' and a.payload like '%"uid":"' || webhook.uid || '"%'
    and (a.payload like '%"change":"created"%' or a.payload like '%"change":"updated"%')`
  const isUnlimited = `(a.via = 'session' or (exists (${ofToken('write')}) and not exists (${ofToken('fineGrained')})
    and not exists (select 1 from oauth_app p where a.via = 'token ' || p.name)))`
  await run(`update webhook set rights = '{"scopes":[],"global":[]}'
    where not exists (select 1 ${made}) or exists (select 1 ${made} and (a.via is null or not ${isUnlimited}))`)
}

/** Tokens of the owner that have the name which the audit log gives. */
function ofToken(role: string): string {
  return `select 1 from access_token t where t.user_id = webhook.user_id and t.role = '${role}' and a.via = 'token ' || t.name`
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('drop index webhook_delivery_waiting')
  await run("create index webhook_delivery_due on webhook_delivery(next_at) where state = 'waiting'")
  await run('drop index webhook_due')
  await run('alter table webhook drop column due_at')
  await run('alter table webhook drop column disabled_reason')
  await run('alter table webhook drop column rights')
}
