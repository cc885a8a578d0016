export const logLevels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]
export type LogFormat = 'text' | 'json'

export interface LogEntry {
  readonly time: Date
  readonly level: LogLevel
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** The longest value of a field. Characters. */
const maxText = 10_000

/** One log entry as text that ends with a line break. No value can forge another entry. */
export function logLine(format: LogFormat, entry: LogEntry): string {
  return format === 'json' ? jsonLine(entry) : textLine(entry)
}

function jsonLine({ time, level, message, fields }: LogEntry): string {
  const head = { time: time.toISOString(), level, message }
  try {
    return `${JSON.stringify({ ...head, ...mapValues(fields, plain) })}\n`
  } catch {
    // A value without a JSON form must not keep the message out of the log.
    return `${JSON.stringify({ ...head, ...mapValues(fields, String) })}\n`
  }
}

function textLine({ time, level, message, fields }: LogEntry): string {
  const long: string[] = []
  const short: string[] = []
  for (const [name, value] of Object.entries(fields)) {
    const text = textOf(plain(value))
    if (text.includes('\n')) long.push(`${name}: ${text}`)
    else short.push(`${name}=${/^[^\s"=]+$/.test(text) ? text : JSON.stringify(text)}`)
  }
  const line = printable([`${time.toISOString()} ${level.toUpperCase().padEnd(5)} ${message}`, ...short].join(' '))
  // The lines of a stack are indented: only an entry begins at the margin.
  const below = long.flatMap((text) => text.split('\n')).map((text) => `\n    ${printable(text)}`)
  return `${line}${below.join('')}\n`
}

/** Errors have no JSON form of their own: their stack, and that of what caused them. */
function plain(value: unknown): unknown {
  if (value instanceof Error) return cut(stackOf(value))
  return typeof value === 'string' ? cut(value) : value
}

function stackOf(error: Error, depth = 0): string {
  const own = error.stack ?? String(error)
  return error.cause instanceof Error && depth < 3 ? `${own}\ncaused by: ${stackOf(error.cause, depth + 1)}` : own
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
}

function cut(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text
}

/** Control characters could move the cursor of the terminal that shows the log. */
function printable(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) =>
    JSON.stringify(character)
      .slice(1, -1)
      .replace(/^[^\\]$/, '?'),
  )
}

function mapValues(fields: Readonly<Record<string, unknown>>, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value)]))
}
