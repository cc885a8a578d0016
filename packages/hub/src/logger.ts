/** Structured logging; one line per event. Never pass secrets. */
export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

/** Logs nothing: for tests and for commands that print their own results. */
export const silentLogger: Logger = { info() {}, warn() {}, error() {} }
