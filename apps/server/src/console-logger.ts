import type { Logger } from '@portolan/hub'

/** One JSON object per line on standard error: what log collectors read. */
export function consoleLogger(): Logger {
  const write = (level: string) => (message: string, fields?: Record<string, unknown>) => {
    process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`)
  }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
