import { checkDatabase, checkStorage, type Finding, findings } from '@portolan/hub'
import { ConfigError, readConfig, secretsOf, type ServerConfig } from '../config/settings.ts'
import { s3Config } from '../hub-config.ts'
import { checkAddress } from './check-address.ts'
import { checkBackups } from './check-backups.ts'
import { checkDataFolder } from './check-data-folder.ts'
import { checkMail } from './check-mail.ts'
import { checkNode } from './check-node.ts'
import { checkEngine, checkFiles, checkPages, checkSignIn } from './check-parts.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Checks whether a hub with these settings can run, and how well. It changes nothing that stays: a server may be running, or not yet installed.
 * @returns in the order of the checks; no message contains a secret
 */
export async function examine(environment: Environment, cwd: string): Promise<Finding[]> {
  let config: ServerConfig
  const { ok, problem } = findings('settings')
  try {
    config = readConfig(environment, cwd)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const messages = error.message.split('\n').map((line) => problem(`${line}: correct it, then the rest can be checked.`))
    return [...messages, ...checkNode(process.versions, null)]
  }
  const [database, storage, backups, address, signIn, mail, files] = await Promise.all([
    checkDatabase(config),
    checkStorage({ dataDir: config.dataDir, s3: s3Config(config) }),
    checkBackups(config),
    checkAddress(config),
    checkSignIn(config),
    checkMail(config),
    checkFiles(config, environment),
  ])
  const all = [
    ok('All settings can be read.'),
    ...checkNode(process.versions, config.maxConnections),
    ...checkPages(),
    ...checkDataFolder(config.dataDir, { hasSqlite: config.databaseUrl === null }),
    ...database,
    ...storage,
    ...backups,
    ...address,
    ...signIn,
    ...mail,
    ...files,
    ...checkEngine(config),
  ]
  const hide = hider(secretsOf(config))
  return all.map((finding) => ({ ...finding, message: hide(finding.message) }))
}

/** Messages of other programs are part of some findings: a secret in one of them is replaced. */
function hider(secrets: readonly string[]): (text: string) => string {
  const longestFirst = secrets.toSorted((a, b) => b.length - a.length)
  return (text) => longestFirst.reduce((shown, secret) => shown.replaceAll(secret, '•••'), text)
}
