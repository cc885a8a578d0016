import { constants } from 'node:fs'
import { access, mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { HubError } from '@portolan/contract'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'

/** How long a measurement counts. Milliseconds. */
const freshMs = 250
/** Space that is set aside as a file: when others have filled the disk, garbage collection gives it to the database. Bytes. */
const ballastBytes = 32 * 1024 * 1024
const pieceBytes = 1024 * 1024

export interface DiskState {
  /** What this hub may still use, on the fullest of its disks. Bytes. */
  readonly freeBytes: number
  /** What is kept free for the database. Bytes. */
  readonly reserveBytes: number
  /** Nothing is accepted that adds content. */
  readonly isLow: boolean
  /** Linux makes a disk read-only when it fails. */
  readonly isReadOnly: boolean
}

const state = hubState('disk reserve', () => ({
  at: -Infinity,
  known: null as Promise<DiskState | null> | null,
  /** What was let in since the latest measurement, which cannot know about it. Bytes. */
  taken: 0,
  caches: new Set<() => Promise<void>>(),
}))

/** How full the disks of the hub are; `null` when nothing of it is on a local disk. */
export function diskState(hub: Hub): Promise<DiskState | null> {
  const mine = state(hub)
  if (mine.known === null || performance.now() - mine.at > freshMs) {
    mine.at = performance.now()
    mine.taken = 0
    mine.known = measure(hub)
  }
  return mine.known
}

/** Registers a cache on the disk, which is emptied when space runs out. @param empty frees all of it that nobody is using */
export function emptyWhenLow(hub: Hub, empty: () => Promise<void>): void {
  state(hub).caches.add(empty)
}

/**
 * Refuses what would take from the reserve of the database. Caches are emptied first.
 * @param bytes how much is about to be stored on the disk, as far as known
 * @throws {HubError} `storage.full`
 */
export async function requireDisk(hub: Hub, bytes: number): Promise<void> {
  const mine = state(hub)
  const take = (disk: DiskState | null): boolean => {
    if (disk === null || disk.reserveBytes === 0) return true
    if (disk.freeBytes - mine.taken - bytes < disk.reserveBytes) return false
    mine.taken += bytes
    return true
  }
  if (take(await diskState(hub))) return
  for (const empty of mine.caches) await empty()
  mine.known = null
  if (!take(await diskState(hub))) throw new HubError('storage.full')
}

async function measure({ config, rawBlobs }: Hub): Promise<DiskState | null> {
  const { diskReserveBytes: reserveBytes } = config
  if (config.databaseUrl !== null && config.s3 !== null) return null
  const [data, blobs] = await Promise.all([freeIn(config.dataDir), rawBlobs.freeBytes()])
  const freeBytes = Math.min(data, blobs ?? Infinity)
  return { freeBytes, reserveBytes, isLow: freeBytes < reserveBytes, isReadOnly: await isReadOnly(config.dataDir) }
}

async function isReadOnly(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'EROFS',
  )
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Sets space aside, if there is plenty. Call when the hub is open, and again after {@link releaseBallast}. */
export async function holdBallast(dataDir: string, reserveBytes: number): Promise<void> {
  const path = ballastPath(dataDir)
  const isHeld = (await stat(path).catch(() => null))?.size === ballastBytes
  if (reserveBytes === 0 || isHeld || (await freeIn(dataDir)) < reserveBytes + 2 * ballastBytes) return
  await mkdir(dataDir, { recursive: true })
  const file = await open(path, 'w', 0o600)
  try {
    // Not sparse, or it would set nothing aside.
    for (let done = 0; done < ballastBytes; done += pieceBytes) await file.write(Buffer.alloc(pieceBytes))
    await file.sync()
  } catch {
    await rm(path, { force: true })
  } finally {
    await file.close()
  }
}

/** Gives the space that was set aside to whoever has to write in order to free more, when the disk is full. */
export async function releaseBallast(dataDir: string): Promise<void> {
  if ((await freeIn(dataDir).catch(() => Infinity)) < ballastBytes) await rm(ballastPath(dataDir), { force: true })
}

function ballastPath(dataDir: string): string {
  return join(dataDir, 'disk-reserve')
}
