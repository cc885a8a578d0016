import type { ServerConfig } from './settings.ts'

/** The address users reach a hub at, given these settings. @param port the port it listens on */
export function addressOf({ host, publicUrl }: Pick<ServerConfig, 'host' | 'publicUrl'>, port: number): string {
  const everywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)
  return publicUrl ?? `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
