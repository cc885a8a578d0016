import type { Logger } from '@portolan/hub'

/** Logs one JSON object per line to standard error, the format that log shippers read. */
export function consoleLogger(): Logger {
  const write = (level: string) => (message: string, fields?: Record<string, unknown>) => {
    process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`)
  }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
