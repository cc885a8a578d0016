import {
  type BackupPlace,
  createRepo,
  createUser,
  listBackupRuns,
  loadActor,
  makeBackup,
  openFolder,
  storeInlineLarge,
} from '@portolan/hub'
import { HubError } from '@portolan/contract'
import { openTestHub } from '@portolan/hub/testing'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readConfig } from '../config/settings.ts'
import { startupFault } from '../startup-fault.ts'

/* What `portolan backup` prints for faults that an operator can mend: one sentence, as the command line tool words every error. */

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })

/** Makes a backup to a place that is changed. @returns what is printed, and what is recorded */
async function faultOf(change: (place: BackupPlace, hub: Awaited<ReturnType<typeof openTestHub>>) => Partial<BackupPlace>) {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-backup-'))
  try {
    await using hub = await openTestHub()
    const ada = await loadActor(hub.db.read, (await createUser(hub, { name: 'ada', password: null })).id, null)
    if (ada === null) throw new Error('no ada')
    const repo = await createRepo(hub, ada, { type: 'model', name: 'tides' })
    await storeInlineLarge(hub, ada, repo, Readable.from([Buffer.alloc(20_000, 'a chart')]))
    const place = await openFolder(folder)
    const changed = { ...place, name: '/safe', ...change(place, hub) }
    const error: unknown = await makeBackup(hub, changed).catch((e: unknown) => e)
    const [run] = await listBackupRuns(hub, { limit: 1 })
    return { printed: startupFault(error, readConfig({}, '/')), recorded: [run?.state, run?.error] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test.for<[string, (place: BackupPlace) => Partial<BackupPlace>]>([
  ['the folders of', () => ({ write: () => Promise.reject(noSpace()) })],
  ['the tables in', () => ({ write: () => Promise.reject(new HubError('storage.full', {}, { cause: noSpace() })) })],
  [
    'the large files in',
    ({ blobs }) => ({
      blobs: Object.assign(Object.create(blobs) as typeof blobs, {
        stat: () => Promise.resolve(null),
        put: () => Promise.reject(new HubError('storage.full', {}, { cause: noSpace() })),
      }),
    }),
  ],
])('no room for %s the place of backups is one sentence that says what to do', async ([, change]) => {
  const sentence =
    'The place of backups /safe is full: free space there, or keep fewer backups (PORTOLAN_BACKUP_KEEP). Earlier backups are as they were.'
  expect(await faultOf(change)).toEqual({ printed: sentence, recorded: ['failed', sentence] })
})

test('a full disk of the hub is not reported as an error of the system', () => {
  const error = new HubError('storage.full', {}, { cause: noSpace() })
  expect(startupFault(error, readConfig({}, '/'))).toBe('The disk of the hub is full. Nothing was stored.')
})

test('a backup that another process has taken over says so', async () => {
  const sentence =
    'Ended early: another process has begun garbage collection or a backup, because this one could not renew its lease in time. Try again later.'
  const fault = await faultOf(({ write }, hub) => ({
    async write(path, content) {
      await hub.db.write((tx) => tx.updateTable('gc_lease').set({ holder: 'another' }).where('name', '=', 'gc').execute())
      return write(path, content)
    },
  }))
  expect(fault).toEqual({ printed: sentence, recorded: ['failed', sentence] })
})
