import type { Logger } from '@portolan/hub'
import { isatty } from 'node:tty'
import type { ServerConfig } from '../config/settings.ts'
import { openLineWriter } from './line-writer.ts'
import { type LogFormat, logLevels, type LogLevel, logLine } from './log-line.ts'

const standardError = 2

/** The log of a process. */
export interface ServerLog extends Logger {
  /** Writes what is waiting for a reader, as far as that is possible at once. */
  flush(): void
  /** Lines dropped since startup because nobody read them. */
  readonly dropped: number
}

/** Logs to standard error, as the settings say: one JSON object per line, or text for people. */
export function openServerLog({ logLevel, logFormat }: Pick<ServerConfig, 'logLevel' | 'logFormat'>): ServerLog {
  const format: LogFormat = logFormat === 'auto' ? (isatty(standardError) ? 'text' : 'json') : logFormat
  const writer = openLineWriter(standardError, (lines) =>
    logLine(format, { time: new Date(), level: 'warn', message: 'log lines were dropped because nobody read them', fields: { lines } }),
  )
  const logger = levelLogger(logLevel, (level, message, fields) =>
    writer.write(logLine(format, { time: new Date(), level, message, fields })),
  )
  return {
    ...logger,
    flush: () => writer.flush(),
    get dropped() {
      return writer.dropped
    },
  }
}

/** A logger that passes on entries of a level or a more severe one. */
export function levelLogger(
  threshold: LogLevel,
  write: (level: LogLevel, message: string, fields: Readonly<Record<string, unknown>>) => void,
): Logger {
  const at = (level: LogLevel): Logger['info'] =>
    logLevels.indexOf(level) > logLevels.indexOf(threshold) ? () => {} : (message, fields = {}) => write(level, message, fields)
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
