import { watch } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { type Hub, type Upstream, upstreamNameProblems, setUpstreams } from '@portolan/hub'
import { describeProblem } from '../yaml/located-problems.ts'
import { readUpstreams, type UpstreamsProblem } from './read-upstreams.ts'

/** Editors write a file in several steps; changes within this time count as one. */
const settleMs = 200
const maxBytes = 4 * 1024 * 1024

/** The upstreams file is invalid at startup. */
export class UpstreamsError extends Error {
  override readonly name = 'UpstreamsError'
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Loads the upstreams from the owner's file, and reloads them whenever it changes. An invalid file prevents startup; after an invalid change the
 * previous upstreams remain, and the log lists each line. Keys come from the environment and are never logged.
 * @throws {UpstreamsError} with a line for each problem
 */
export async function startOwnUpstreams(hub: Hub, file: string | null, environment: Environment): Promise<AsyncDisposable> {
  if (file === null) return { [Symbol.asyncDispose]: () => Promise.resolve() }
  const first = await read(hub, file, environment)
  if (first.problems.length > 0)
    throw new UpstreamsError(`The upstreams in ${file} have errors:\n${first.problems.map(describeProblem).join('\n')}`)
  take(hub, first.upstreams)
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const reload = async () => {
    const { upstreams, problems } = await read(hub, file, environment)
    if (problems.length > 0)
      hub.log.error('could not reload the upstreams; keeping the current ones', { problems: problems.map(describeProblem).join('\n') })
    else take(hub, upstreams)
  }
  // Watch the folder, not the file: editors replace the file with a new one.
  const watcher = watch(dirname(file), (_event, name) => {
    if (name !== null && name !== basename(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running
        .then(reload)
        .catch((error: unknown) => hub.log.error('could not reload the upstreams; keeping the current ones', { problems: String(error) }))
    }, settleMs)
  })
  watcher.on('error', (error) => hub.log.error('stopped watching the upstreams for changes', { problems: String(error) }))
  return {
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      watcher.close()
      await running
      setUpstreams(hub, [])
    },
  }
}

function take(hub: Hub, upstreams: readonly Upstream[]): void {
  setUpstreams(hub, upstreams)
  hub.log.info('upstreams', { upstreams: upstreams.map(({ name, models }) => `${name} (${models.length})`).join(', ') })
}

async function read(
  hub: Hub,
  file: string,
  environment: Environment,
): Promise<{ upstreams: readonly Upstream[]; problems: readonly UpstreamsProblem[] }> {
  const shown = basename(file)
  const unreadable = (text: string) => ({
    upstreams: [],
    problems: [{ file: shown, line: 1, column: 1, code: 'inference.unreadable' as const, text }],
  })
  let source: string
  try {
    if ((await stat(file)).size > maxBytes) return unreadable('The file is larger than 4 MB')
    source = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    return unreadable(`cannot be read (${error instanceof Error ? error.message : String(error)}): correct PORTOLAN_INFERENCE_FILE`)
  }
  const found = readUpstreams(shown, source, environment)
  const names = found.upstreams.map(({ name }) => name)
  const taken = await upstreamNameProblems(hub, names)
  const problems = taken.map(({ name, text }) => found.problemOf(names.lastIndexOf(name), 'name', 'inference.name', text))
  return { upstreams: found.upstreams, problems: [...found.problems, ...problems] }
}
