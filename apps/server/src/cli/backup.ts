import { parseArgs } from 'node:util'
import { isHubError } from '@portolan/contract'
import {
  type BackupPlace,
  type CopiedBlobs,
  encryptionState,
  type Hub,
  keyringOf,
  listBackupRuns,
  listBackups,
  makeBackup,
  moveStorage,
  rehearseBackup,
  restoreBackup,
  silentLogger,
  unreadableValues,
  verifyStorage,
  recordDamagedFiles,
} from '@portolan/hub'
import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { isAbsolute, resolve } from 'node:path'
import { isBucket, openPlace } from '../backup-place.ts'
import { composeHub, withoutBootstrap } from '../compose-hub.ts'
import { readConfig } from '../config/settings.ts'
import { lockDataFolder } from '../data-lock.ts'
import { closeCommand, openEntries } from '../private-files.ts'
import { formatBytes } from './format-bytes.ts'
import type { Command } from './main.ts'
import { UsageError } from './usage-error.ts'

const cwd = () => process.env['INIT_CWD'] ?? process.cwd()

export const backupCommand: Command = {
  usage: 'backup [FOLDER|s3://BUCKET/FOLDER] [--list | --check [--name BACKUP]]',
  about:
    'back up the database and large files, even while the hub is running; skips what an earlier backup there already has. --check restores a backup to a temporary folder, compares it, and removes it again',
  async run(hub, words, { config }) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { list: { type: 'boolean' }, check: { type: 'boolean' }, name: { type: 'string' } },
    })
    if (values.name !== undefined && values.check !== true) throw new UsageError('--name requires --check')
    const to = positionals[0] ?? config.backupTo
    if (to === null) throw new UsageError('Missing destination: give a folder or s3://BUCKET/FOLDER, or set PORTOLAN_BACKUP_TO')
    const place = await openPlace(placeOf(to), config)
    try {
      if (values.list === true) await list(place)
      else if (values.check === true) await rehearse(hub, place, values.name)
      else {
        if (!isBucket(to)) warnIfOpen(placeOf(to))
        await backUp(hub, place)
      }
    } finally {
      place.close()
    }
  },
}

async function list(place: BackupPlace): Promise<void> {
  for (const { name, manifest } of await listBackups(place))
    console.log(`${name}  ${manifest.created}  ${manifest.blobs.count} large files`)
}

async function backUp(hub: Hub, place: BackupPlace): Promise<void> {
  const { name, manifest, blobs, figures } = await makeBackup(hub, place)
  console.log(`${name}: ${figures.rows} rows of ${figures.tables} tables, ${blobLine(blobs)}`)
  await nameKeys(hub)
  if (manifest.blobs.missing.length === 0) return
  console.error(
    `${manifest.blobs.missing.length} large files are missing from the hub itself: ${manifest.blobs.missing.join(', ')}. Run \`portolan verify\`.`,
  )
  process.exitCode = 1
}

/** A backup has secrets as they are stored: without the key, part of it is lost. */
async function nameKeys(hub: Hub): Promise<void> {
  const { current, older } = await encryptionState(hub.db.read, keyringOf(hub))
  const { currentId } = keyringOf(hub)
  const needed = [...(currentId === null || current === 0 ? [] : [currentId]), ...older.keys()]
  if (needed.length > 0)
    console.log(`Its secrets are encrypted with key ${needed.join(' and ')}, which is not part of it: keep a copy elsewhere.`)
}

/** Says when the new hub lacks the key to something that it was filled with. */
async function checkKeys(hub: Hub): Promise<void> {
  const problem = unreadableValues(await encryptionState(hub.db.read, keyringOf(hub)))
  if (problem === null) return
  console.error(`Everything was copied, but ${problem}. The hub does not start without it (docs/operate/encryption.md).`)
  process.exitCode = 1
}

async function rehearse(hub: Hub, place: BackupPlace, name: string | undefined): Promise<void> {
  try {
    const { name: found, figures } = await rehearseBackup(hub, place, name)
    const read = `${figures.rows} rows of ${figures.tables} tables compared, ${figures.blobs} large files hashed (${formatBytes(figures.bytes)})`
    console.log(`${found}: can be restored; ${read}`)
  } catch (error) {
    if (!isHubError(error, 'storage.damaged')) throw error
    const [run] = await listBackupRuns(hub, { kind: 'rehearsal', limit: 1 })
    console.log(`${name ?? run?.name ?? place.name}: cannot be restored; ${error.message}`)
    process.exitCode = 1
  }
}

/** As the shell that called the tool means it. */
function placeOf(word: string): string {
  return word.includes('://') || isAbsolute(word) ? word : resolve(cwd(), word)
}

export const restoreCommand: Command = {
  usage: 'restore FOLDER|s3://BUCKET/FOLDER [--name BACKUP]',
  about: 'restore a backup (by default, the latest) into an empty hub; the server must be stopped',
  needsEmptyHub: true,
  async run(hub, words, { config }) {
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: { name: { type: 'string' } } })
    const [from] = positionals
    if (from === undefined) throw new UsageError('Missing source: give a folder or s3://BUCKET/FOLDER')
    using _lock = lockOrExplain(hub.config.dataDir)
    const place = await openPlace(placeOf(from), config)
    try {
      const { name, rows, tables, blobs } = await restoreBackup(hub, place, values.name)
      console.log(`${name}: ${rows} rows in ${tables} tables, ${blobLine(blobs)}`)
      await checkKeys(hub)
    } finally {
      place.close()
    }
  },
}

export const migrateStorageCommand: Command = {
  usage: 'migrate-storage SETTINGS_FILE',
  about:
    'copy everything to an empty hub with other settings (PORTOLAN_DATABASE_URL, PORTOLAN_S3_*, …), given as NAME=value lines; both servers must be stopped',
  async run(hub, words) {
    const [file] = words
    if (file === undefined) throw new UsageError('Missing settings file of the new hub')
    const target = readConfig(parseEnv(await readFile(isAbsolute(file) ? file : resolve(cwd(), file), 'utf8')), cwd())
    if (target.dataDir === hub.config.dataDir)
      throw new UsageError('The new hub needs its own data folder: set PORTOLAN_DATA_DIR in the settings file')
    using _from = lockOrExplain(hub.config.dataDir)
    using _to = lockOrExplain(target.dataDir)
    await using to = await composeHub(withoutBootstrap(target), { log: silentLogger })
    const { tables, rows, blobs } = await moveStorage(hub, to)
    console.log(`${rows} rows in ${tables} tables, ${blobLine(blobs)}`)
    await checkKeys(to)
    console.log(
      'Every row was counted and compared, and every large file was hashed. You can now start the hub with the new settings. The old data is unchanged.',
    )
  },
}

export const verifyCommand: Command = {
  usage: 'verify [--quick] [--json]',
  about: 'check every stored file against its hash and every reference; exits with code 1 if anything is damaged',
  async run(hub, words) {
    const { values } = parseArgs({ args: [...words], options: { quick: { type: 'boolean' }, json: { type: 'boolean' } } })
    const report = await verifyStorage(hub, { quick: values.quick === true })
    await recordDamagedFiles(hub, report.damages)
    if (values.json === true) console.log(JSON.stringify(report))
    else {
      for (const { where, what, affects = [] } of report.damages) {
        console.log(`${where}: ${what}`)
        for (const file of affects) console.log(`  ${file}`)
      }
      console.log(
        `${report.repos} repositories, ${report.objects} git objects, ${report.blobs} blobs (${formatBytes(report.bytes)} read): ${
          report.damages.length === 0 ? 'no damage found' : `${report.damages.length} damaged`
        }`,
      )
    }
    if (report.damages.length > 0) process.exitCode = 1
  },
}

/** Earlier versions made backups that every local user could read. New files are private; what is there is left as it is, and named. */
function warnIfOpen(folder: string): void {
  const open = openEntries(folder).filter((name) => ['.', 'backups', 'blobs'].includes(name))
  if (open.length > 1)
    console.error(`Other users of this machine can open ${folder} (${open.join(', ')}). Close it with: ${closeCommand(folder)}`)
}

function lockOrExplain(dataDir: string): Disposable {
  try {
    return lockDataFolder(dataDir)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function blobLine({ copied, bytes, kept }: CopiedBlobs): string {
  return `${copied} large files copied (${formatBytes(bytes)}), ${kept} already there`
}
