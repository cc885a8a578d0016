import { isHubError } from '@portolan/contract'
import type { Hub } from '@portolan/hub'
import { BucketProblem, damageMessage, DatabaseProblem, silentLogger } from '@portolan/hub'
import { addressOf } from '../config/address-of.ts'
import { composeHub, withoutBootstrap } from '../compose-hub.ts'
import { ConfigError, readConfig, type ServerConfig } from '../config/settings.ts'
import { backupCommand, migrateStorageCommand, restoreCommand, verifyCommand } from './backup.ts'
import { exportCommand } from './export.ts'
import { gcCommand, gcList, gcRelease, gcUndo, gcWhy } from './gc.ts'
import { inferenceUsage } from './inference-usage.ts'
import { inviteCreate } from './invite-create.ts'
import { tokenCreate } from './token-create.ts'
import { UsageError } from './usage-error.ts'
import { userResetPassword } from './user-reset-password.ts'
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
  'token create': tokenCreate,
  'invite create': inviteCreate,
  export: exportCommand,
  backup: backupCommand,
  restore: restoreCommand,
  verify: verifyCommand,
  'migrate-storage': migrateStorageCommand,
  // Longer names first: the first match wins.
  'gc why': gcWhy,
  'gc list': gcList,
  'gc undo': gcUndo,
  'gc release': gcRelease,
  gc: gcCommand,
  'inference usage': inferenceUsage,
  migrate: { usage: 'migrate', about: 'migrate the database to this version', run: async () => console.log('The database is up to date.') },
}

const words = process.argv.slice(2)
const name = Object.keys(commands).find((known) => `${words.join(' ')} `.startsWith(`${known} `))
const command = name === undefined ? undefined : commands[name]
if (!command || name === undefined || words.includes('--help')) {
  console.log(
    `portolan: manage the data of a hub (PORTOLAN_DATA_DIR, PORTOLAN_DATABASE_URL)\n\n${Object.values(commands)
      .map(({ usage, about }) => `  portolan ${usage}\n      ${about}`)
      .join('\n')}\n\nTo start the hub: npm start`,
  )
  process.exit(words.length === 0 || words.includes('--help') ? 0 : 2)
}
try {
  // The endpoint and the keys of a bucket for backups make sense although the hub itself has none.
  const bucket = words.find((word) => word.startsWith('s3://'))
  const environment = bucket === undefined ? process.env : { ...process.env, PORTOLAN_BACKUP_TO: bucket }
  const config = readConfig(environment, process.env['INIT_CWD'] ?? process.cwd())
  // Backups and restores can run arbitrarily long, so disable the database timeout.
  const settings = { ...config, databaseTimeoutSeconds: 0 }
  await using hub = await composeHub(command.needsEmptyHub === true ? withoutBootstrap(settings) : settings, { log: silentLogger })
  await command.run(hub, words.slice(name.split(' ').length), { address: addressOf(config, config.port), config })
} catch (error) {
  const damage = damageMessage(error)
  const badOption = error instanceof TypeError && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
  if (
    damage === null &&
    !badOption &&
    !isHubError(error) &&
    !(error instanceof ConfigError) &&
    !(error instanceof BucketProblem) &&
    !(error instanceof DatabaseProblem) &&
    !(error instanceof UsageError)
  )
    throw error
  console.error(damage ?? (error as Error).message)
  if (badOption || error instanceof UsageError) console.error(`Usage: portolan ${command.usage}`)
  process.exitCode = 1
}
