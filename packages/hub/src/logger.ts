/** Structured logging; one line per event. Never pass secrets. */
export interface Logger {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

/** Logs nothing: for tests and for commands that print their own results. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }
