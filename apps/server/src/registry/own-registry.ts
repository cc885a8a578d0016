import { watch } from 'node:fs'
import type { Logger } from '@portolan/hub'
import { setOwnLibraries } from '@portolan/snippets'
import { describeProblem } from '../yaml/located-problems.ts'
import { loadRegistry } from './load-registry.ts'

/** Editors write a file in several steps; changes within this time count as one. */
const settleMs = 200

/** Some registry files are invalid at startup. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
}

/**
 * Loads the libraries in the owner's folder into the registry, and reloads them whenever a file changes. Invalid files prevent startup; after an
 * invalid change the previous libraries remain, and the log lists each line.
 * @throws {RegistryError} with a line for each problem
 */
export async function startOwnRegistry(folder: string | null, log: Logger): Promise<AsyncDisposable> {
  if (folder === null) return { [Symbol.asyncDispose]: () => Promise.resolve() }
  const first = await read(folder)
  if (first.problems.length > 0) throw new RegistryError(`The registry in ${folder} has errors:\n${first.problems.join('\n')}`)
  setOwnLibraries(first.libraries)
  log.info('loaded own libraries', { libraries: first.libraries.map(({ id }) => id).join(', ') })
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const reload = async () => {
    try {
      const { libraries, problems } = await read(folder)
      if (problems.length > 0) {
        log.error('could not reload own libraries; keeping the current ones', { problems: problems.join('\n') })
        return
      }
      setOwnLibraries(libraries)
      log.info('reloaded own libraries', { libraries: libraries.map(({ id }) => id).join(', ') })
    } catch (error) {
      log.error('could not reload own libraries; keeping the current ones', { problems: String(error) })
    }
  }
  const watcher = watch(folder, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(reload)
    }, settleMs)
  })
  watcher.on('error', (error) => log.error('stopped watching own libraries for changes', { problems: String(error) }))
  return {
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      watcher.close()
      await running
      setOwnLibraries([])
    },
  }
}

async function read(folder: string) {
  const { libraries, problems } = await loadRegistry(folder).catch((error: unknown) => {
    throw new RegistryError(`The registry in ${folder} cannot be read: ${(error as Error).message}`, { cause: error })
  })
  return { libraries, problems: problems.map(describeProblem) }
}
