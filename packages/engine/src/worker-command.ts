import { fileURLToPath } from 'node:url'
import { confinedCommand } from '@portolan/sandbox'

const ownFolder = fileURLToPath(new URL('./', import.meta.url))

/** The command that runs a script with a worker's permissions: reading its own code and the models, and loading native addons. Nothing else. */
export function workerCommand(
  {
    runtimeFolder,
    modelsFolder,
    memoryBytes,
  }: { readonly runtimeFolder: string; readonly modelsFolder: string; readonly memoryBytes: number },
  script: string,
  words: readonly string[],
): string[] {
  return confinedCommand({ readable: [ownFolder, runtimeFolder, modelsFolder], memoryBytes, addons: true }, script, words)
}
