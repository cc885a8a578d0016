import { type Logger, type ObservedStatement, statements } from '@portolan/hub'
import type { ServerConfig } from '../config/settings.ts'

/** The longest statement in the log. Characters. */
const maxSql = 2_000

/** Logs the statements of a database that take long, and at the level `debug` all of them. Until disposed. */
export function logStatements(
  log: Logger,
  { slowQueryMs, logLevel }: Pick<ServerConfig, 'slowQueryMs' | 'logLevel'>,
  location: ObservedStatement['location'],
): Disposable {
  if (slowQueryMs === 0 && logLevel !== 'debug') return { [Symbol.dispose]() {} }
  const begun = new WeakMap<ObservedStatement, number>()
  const ended = (statement: ObservedStatement) => {
    const begin = begun.get(statement)
    if (begin === undefined) return
    const ms = performance.now() - begin
    const fields = () => ({ sql: shortSql(statement.sql), ms: Math.round(ms * 10) / 10, rows: statement.rows ?? null })
    if (slowQueryMs > 0 && ms > slowQueryMs) log.warn('a database statement was slow', fields())
    else if (logLevel === 'debug') log.debug('statement', fields())
  }
  const subscribers = {
    start: (statement: ObservedStatement) => {
      if (statement.location === location) begun.set(statement, performance.now())
    },
    end() {},
    asyncStart() {},
    asyncEnd: ended,
    error() {},
  }
  statements.subscribe(subscribers as never)
  return {
    [Symbol.dispose]() {
      statements.unsubscribe(subscribers as never)
    },
  }
}

/** A statement on one line, with its long lists of placeholders shortened. */
export function shortSql(sql: string): string {
  const line = sql.replaceAll(/\s+/g, ' ').replaceAll(/((?:\?|\$\d+), )(?:(?:\?|\$\d+), )+/g, '$1…, ')
  return line.length > maxSql ? `${line.slice(0, maxSql)}…` : line
}
