import { HubError } from '@portolan/contract'
import type { Hub } from '../../hub.ts'

/** A holder that has not renewed for this long is gone. Milliseconds. */
const leaseMs = 60_000
const renewEveryMs = 15_000
/** One that ends later was taken while the clock was ahead. A living holder takes it again at its next renewal. Milliseconds. */
const aheadMs = 10 * leaseMs

/** What the holders of leases do, for people. */
const tasks: Readonly<Record<string, string>> = {
  gc: 'garbage collection or a backup',
  backup: 'a backup',
  'backup rehearsal': 'a rehearsal of restoring a backup',
  verify: 'verification',
  'delete accounts': 'deletion of accounts',
}

/** The exclusive right to do something that only one process at a time may do. */
export interface Lease extends AsyncDisposable {
  /** @throws {HubError} `storage.unavailable` when another process has it now, or may have it: stop immediately */
  keep(): void
  /** Like {@link keep}, after checking the table: a clock change may have given it to another process. */
  confirm(): Promise<void>
}

/**
 * Acquires a lease, across all processes that share a database; `null` when someone else has it. It is renewed until disposed of, and expires when its
 * process dies.
 */
export async function acquireLease(hub: Hub, name: string): Promise<Lease | null> {
  const holder = hub.newId()
  const claim = async (): Promise<boolean> => {
    const now = hub.now().getTime()
    const row = { holder, expires: now + leaseMs }
    const done = await hub.db.write((tx) =>
      tx
        .insertInto('gc_lease')
        .values({ name, ...row })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(row)
            .where((eb) =>
              eb.or([eb('gc_lease.expires', '<=', now), eb('gc_lease.expires', '>', now + aheadMs), eb('gc_lease.holder', '=', holder)]),
            ),
        )
        .executeTakeFirst(),
    )
    return Number(done.numInsertedOrUpdatedRows ?? 0) === 1
  }
  if (!(await claim())) return null
  const lostError = () =>
    new HubError('storage.unavailable', {
      message: `Ended early: another process has begun ${tasks[name] ?? name}, because this one could not renew its lease in time. Try again later.`,
    })
  let lost = false
  let renewed = performance.now()
  const stop = hub.background.every(`lease ${name}`, renewEveryMs, async () => {
    if (await claim()) renewed = performance.now()
    else lost = true
  })
  return {
    keep() {
      // Leaves half the time for what is started now.
      if (lost || performance.now() - renewed > leaseMs / 2) throw lostError()
    },
    async confirm() {
      const row = await hub.db.read.selectFrom('gc_lease').select('holder').where('name', '=', name).executeTakeFirst()
      if (lost || row?.holder !== holder) throw lostError()
    },
    async [Symbol.asyncDispose]() {
      stop()
      await hub.db.write((tx) => tx.deleteFrom('gc_lease').where('name', '=', name).where('holder', '=', holder).execute())
    },
  }
}
