import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Finding, findings } from '@portolan/hub'
import { formatBytes } from '../cli/format-bytes.ts'
import { folderFault } from '../data-lock.ts'
import { closeCommand, openEntries } from '../private-files.ts'

const { ok, warning, problem } = findings('data folder')

/** Below the first, uploads fail soon; below the second, it is time to make room (docs/operate/monitoring.md has the same alert). Bytes. */
const littleSpace = 1e9
const lowSpace = 10e9

/** File systems of other machines, by their magic number (statfs(2), linux/magic.h): locks and shared memory do not reach across. */
const remote: Readonly<Record<number, string>> = {
  0x6969: 'NFS',
  0xff534d42: 'CIFS',
  0xfe534d42: 'SMB',
  0x517b: 'SMB',
  0x01021997: '9p',
  0x00c36400: 'Ceph',
  0x5346414f: 'AFS',
  0x0bd00bd0: 'Lustre',
  0x47504653: 'GPFS',
}

/** Checks that the hub can live in its data folder, and alone. Creates nothing that stays. @param options.hasSqlite the database is in it */
export function checkDataFolder(dataDir: string, { hasSqlite }: { readonly hasSqlite: boolean }): Finding[] {
  try {
    if (existsSync(dataDir)) return [...rights(dataDir), ...disk(dataDir, hasSqlite), ...writing(dataDir)]
    const parent = existing(dirname(dataDir))
    accessSync(parent, constants.W_OK | constants.X_OK)
    return [ok(`${dataDir} does not exist yet; the first start makes it.`), ...disk(parent, hasSqlite)]
  } catch (error) {
    return [problem(folderFault(dataDir, error))]
  }
}

function existing(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : existing(dirname(folder))
}

function rights(dataDir: string): Finding[] {
  const found: Finding[] = []
  const open = openEntries(dataDir)
  if (open.length > 0) {
    const entries = open.length === 1 ? '' : `, and in it ${open.slice(1).join(', ')}`
    found.push(warning(`Other users of this machine can open ${dataDir}${entries}: close it with ${closeCommand(dataDir)}.`))
  }
  if (process.getuid === undefined) return found
  const { uid: owner } = statSync(dataDir)
  const foreign = readdirSync(dataDir).filter((name) => (statSync(join(dataDir, name), { throwIfNoEntry: false })?.uid ?? owner) !== owner)
  if (foreign.length > 0)
    found.push(
      problem(
        `${dataDir} belongs to user ${owner}, but ${foreign.join(', ')} in it to somebody else: give it all to one (chown -R ${owner}).`,
      ),
    )
  const user = process.getuid()
  if (user !== owner)
    found.push(
      warning(
        `${dataDir} belongs to user ${owner}, and this command runs as user ${user}: run it as the user of the hub, or it checks other rights.`,
      ),
    )
  return found
}

function disk(folder: string, hasSqlite: boolean): Finding[] {
  const { bavail, bsize, type } = statfsSync(folder)
  return diskFindings({ free: bavail * bsize, type }, hasSqlite)
}

/** @param facts free space in bytes, and the magic number of the file system */
export function diskFindings({ free, type }: { readonly free: number; readonly type: number }, hasSqlite: boolean): Finding[] {
  const space = formatBytes(free)
  const found = [
    free < littleSpace
      ? problem(`Only ${space} are free on its disk: make room, or uploads fail.`)
      : free < lowSpace
        ? warning(`${space} are free on its disk: make room before uploads fail.`)
        : ok(`${space} are free on its disk.`),
  ]
  const network = process.platform === 'linux' ? remote[type] : undefined
  if (network !== undefined)
    found.push(
      hasSqlite
        ? problem(`It is on a network file system (${network}), which does not keep SQLite safe: use a local disk, or Postgres.`)
        : warning(`It is on a network file system (${network}), where its lock may not hold: use a local disk.`),
    )
  return found
}

/** Does in a folder of its own what the hub does: a database with a write-ahead log, which takes locks and shared memory. */
function writing(dataDir: string): Finding[] {
  let folder: string | undefined
  try {
    folder = mkdtempSync(join(dataDir, '.doctor-'))
    const file = join(folder, 'probe.db')
    const writer = new DatabaseSync(file)
    const mode = writer.prepare('PRAGMA journal_mode=WAL').get() as { journal_mode: string }
    const value = randomBytes(8).toString('hex')
    writer.exec(`PRAGMA synchronous=FULL; create table probe (value text); insert into probe values ('${value}')`)
    const reader = new DatabaseSync(file)
    const seen = reader.prepare('select value from probe').get() as { value: string } | undefined
    reader.close()
    writer.close()
    if (mode.journal_mode !== 'wal' || seen?.value !== value)
      return [
        problem(`The file system of ${dataDir} does not support SQLite's write-ahead log: use a local disk (ext4, XFS, Btrfs, ZFS, APFS).`),
      ]
    return [ok(`${dataDir} can be written, and supports SQLite's write-ahead log.`)]
  } catch (error) {
    return [problem(folderFault(dataDir, error))]
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}
