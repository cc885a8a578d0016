import { afterAll, afterEach, beforeEach } from 'vitest'
import { openCallRecord, testName, type CallRecord, type NotedCall } from './call-record.ts'

/** The recorded calls of a client that runs inside a test file. */
export interface Notes {
  readonly record: CallRecord
  /** Records a call of the running test; it counts only if the test passes. */
  note(release: string, call: NotedCall): void
}

/** Records the calls of every test in a file: call it once, at the top. @param file `import.meta.filename` */
export function recordCalls(file: string): Notes {
  const record = openCallRecord(file)
  let calls: { release: string; call: NotedCall }[] = []
  beforeEach(() => {
    calls = []
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') return
    // Removes the number of cases, which is not part of the test's source.
    const name = testName(file, task.name.replace(/^\d+ /, ''))
    for (const { release, call } of calls) record.add(release, name, [call])
  })
  afterAll(() => record.write())
  return { record, note: (release, call) => void calls.push({ release, call }) }
}

/** Wraps the functions of a JavaScript package to record each call. Iterators are recorded when they end or fail. */
export function notedFunctions<T extends object>(functions: T, client: string, version: string, { note }: Notes): T {
  const say = (call: string, error: unknown = null) =>
    note('newest', {
      client,
      version,
      call,
      error: error === null ? null : error instanceof Error ? error.name : 'Error',
      status: statusOf(error),
      note: noteOf(error),
    })
  async function* items(call: string, all: AsyncIterable<unknown>): AsyncGenerator<unknown> {
    try {
      yield* all
      say(call)
    } catch (error) {
      say(call, error)
      throw error
    }
  }
  const noted =
    (call: string, work: (...words: unknown[]) => unknown) =>
    (...words: unknown[]) => {
      const result = work(...words)
      if (result instanceof Promise)
        return result.then(
          (value: unknown) => {
            say(call)
            return value
          },
          (error: unknown) => {
            say(call, error)
            throw error
          },
        )
      if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
        return items(call, result as AsyncIterable<unknown>)
      say(call)
      return result
    }
  const entries = Object.entries(functions).map(([name, value]) => [
    name,
    typeof value === 'function' && /^[a-z]/.test(name) ? noted(name, value as (...words: unknown[]) => unknown) : (value as unknown),
  ])
  return Object.fromEntries(entries) as T
}

/** The hub's message about a feature it does not offer, which the table shows. */
function noteOf(error: unknown): string | null {
  const message = error instanceof Error ? error.message : ''
  return /This hub \w+ no [^.]*\./.exec(message)?.[0] ?? null
}

function statusOf(error: unknown): number | null {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : null
  return typeof status === 'number' ? status : null
}
