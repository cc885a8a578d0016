import type { Hub } from '@portolan/hub'
import { silentLogger } from '@portolan/hub'
import { addressOf } from '../config/address-of.ts'
import { isBucket } from '../backup-place.ts'
import { composeHub, withoutBootstrap } from '../compose-hub.ts'
import { ConfigError, readConfig, type ServerConfig } from '../config/settings.ts'
import { keepFilesPrivate } from '../private-files.ts'
import { startupFault } from '../startup-fault.ts'
import { backupCommand, migrateStorageCommand, restoreCommand, verifyCommand } from './backup.ts'
import { doctor, runDoctor } from './doctor.ts'
import { encryptCommand } from './encrypt.ts'
import { exportCommand } from './export.ts'
import { gcCommand, gcList, gcRelease, gcUndo, gcWhy } from './gc.ts'
import { inferenceUsage } from './inference-usage.ts'
import { inviteCreate } from './invite-create.ts'
import { mailTest } from './mail-test.ts'
import { tokenCreate } from './token-create.ts'
import { UsageError } from './usage-error.ts'
import { userResetPassword } from './user-reset-password.ts'
import { userResetSecondFactors } from './user-reset-second-factors.ts'
import { userCreate } from './user-create.ts'

/** A CLI command. It prints its output to standard output; errors go to standard error with exit code 1. */
export interface Command {
  readonly usage: string
  readonly about: string
  /** Whether the command fills an empty hub, so that the administrator named by the settings must not be created first. */
  readonly needsEmptyHub?: boolean
  run(hub: Hub, words: readonly string[], server: { readonly address: string; readonly config: ServerConfig }): Promise<void>
}

const commands: Record<string, Command> = {
  'user create': userCreate,
  'user reset-password': userResetPassword,
  'user reset-second-factors': userResetSecondFactors,
  'token create': tokenCreate,
  'invite create': inviteCreate,
  'mail test': mailTest,
  export: exportCommand,
  backup: backupCommand,
  restore: restoreCommand,
  verify: verifyCommand,
  'migrate-storage': migrateStorageCommand,
  encrypt: encryptCommand,
  // Longer names first: the first match wins.
  'gc why': gcWhy,
  'gc list': gcList,
  'gc undo': gcUndo,
  'gc release': gcRelease,
  gc: gcCommand,
  'inference usage': inferenceUsage,
  migrate: { usage: 'migrate', about: 'migrate the database to this version', run: async () => console.log('The database is up to date.') },
}

keepFilesPrivate()
const words = process.argv.slice(2)
const cwd = process.env['INIT_CWD'] ?? process.cwd()
const name = words[0] === 'doctor' ? undefined : Object.keys(commands).find((known) => `${words.join(' ')} `.startsWith(`${known} `))
if (words[0] === 'doctor' && !words.includes('--help')) {
  await runDoctor(words.slice(1), cwd).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error
    console.error(`${error.message}\nUsage: portolan ${doctor.usage}`)
    process.exitCode = 2
  })
  process.exit()
}
const command = name === undefined ? undefined : commands[name]
if (!command || name === undefined || words.includes('--help')) {
  console.log(
    `portolan: manage the data of a hub (PORTOLAN_DATA_DIR, PORTOLAN_DATABASE_URL)\n\n${[doctor, ...Object.values(commands)]
      .map(({ usage, about }) => `  portolan ${usage}\n      ${about}`)
      .join('\n')}\n\nTo start the hub: npm start`,
  )
  process.exit(words.length === 0 || words.includes('--help') ? 0 : 2)
}
const config = configOrExit()
try {
  // Backups and restores can run arbitrarily long, so disable the database timeout.
  const settings = { ...config, databaseTimeoutSeconds: 0 }
  await using hub = await composeHub(command.needsEmptyHub === true ? withoutBootstrap(settings) : settings, { log: silentLogger })
  await command.run(hub, words.slice(name.split(' ').length), { address: addressOf(config, config.port), config })
} catch (error) {
  const badOption = error instanceof TypeError && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
  const isUsage = badOption || error instanceof UsageError
  const fault = isUsage ? error.message : startupFault(error, config)
  if (fault === null) throw error
  console.error(fault)
  if (isUsage) console.error(`Usage: portolan ${command.usage}`)
  process.exitCode = 1
}

function configOrExit(): ServerConfig {
  try {
    // The endpoint and the keys of a bucket for backups make sense although the hub itself has none.
    const bucket = words.find(isBucket)
    return readConfig(bucket === undefined ? process.env : { ...process.env, PORTOLAN_BACKUP_TO: bucket }, cwd)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
