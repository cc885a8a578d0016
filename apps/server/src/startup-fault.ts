import { isHubError } from '@portolan/contract'
import { BucketProblem, damageMessage, DatabaseProblem } from '@portolan/hub'
import type { ServerConfig } from './config/settings.ts'
import { ConfigError } from './config/settings.ts'
import { DataFolderProblem, folderFault } from './data-lock.ts'
import { UpstreamsError } from './inference/own-upstreams.ts'
import { RegistryError } from './registry/own-registry.ts'

const ours = [ConfigError, DataFolderProblem, RegistryError, UpstreamsError, BucketProblem, DatabaseProblem]

/** SQLite's codes (sqlite3.h) for a file that cannot be read or written. */
const sqliteDenied = new Set([8, 10, 13, 14])

/**
 * What keeps a hub from starting, in a sentence that says what to do about it; for errors that the operator can mend.
 * @returns `null` for bugs of ours, whose stack is needed
 */
export function startupFault(error: unknown, config: ServerConfig): string | null {
  if (!(error instanceof Error)) return null
  const damage = damageMessage(error)
  if (damage !== null) return damage
  const { cause } = error
  // The system only says that no space was left, and not where; SQLite's errors are about the data folder.
  if (isHubError(error, 'storage.full') && (cause as NodeJS.ErrnoException | undefined)?.code !== 'ERR_SQLITE_ERROR') return error.message
  if (isHubError(error) && cause instanceof Error) return startupFault(cause, config) ?? error.message
  if (isHubError(error) || ours.some((kind) => error instanceof kind)) return error.message
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ERR_SQLITE_ERROR') return sqliteFault(error as Error & { errcode?: number }, config)
  if (syscall === 'listen' || syscall === 'getaddrinfo') return listenFault(error, config)
  if (syscall === undefined) return null
  const { path } = error as NodeJS.ErrnoException
  return path?.startsWith(config.dataDir) ? folderFault(config.dataDir, error) : error.message
}

/** Why the hub cannot listen where the settings say. */
export function listenFault(error: Error, { host, port, metricsPort }: Pick<ServerConfig, 'host' | 'port' | 'metricsPort'>): string {
  const { code, port: failed } = error as NodeJS.ErrnoException & { port?: number }
  const isMetrics = failed !== undefined && failed === metricsPort && failed !== port
  const variable = isMetrics ? 'PORTOLAN_METRICS_PORT' : 'PORTOLAN_PORT'
  const wanted = isMetrics ? metricsPort : port
  if (code === 'EADDRINUSE') return `Port ${wanted} is already in use. Set ${variable} to use another port.`
  if (code === 'EACCES') return `Port ${wanted} is reserved for the administrator of this machine. Set ${variable} to a port from 1024 on.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine does not have the address ${host}. Correct PORTOLAN_HOST; 0.0.0.0 listens on all addresses.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host name ${host} cannot be resolved. Correct PORTOLAN_HOST; 0.0.0.0 listens on all addresses.`
  return error.message
}

function sqliteFault(error: Error & { errcode?: number }, { dataDir }: ServerConfig): string | null {
  // The lowest byte; the others say more exactly which lock or file it was.
  const code = (error.errcode ?? 0) & 0xff
  return sqliteDenied.has(code) ? folderFault(dataDir, error) : null
}
