import { fileURLToPath } from 'node:url'

const ownFolder = fileURLToPath(new URL('./', import.meta.url))

/**
 * The memory that the parent sees a worker use is looked at ten times a second; a single huge allocation is refused at once, by the kernel. Which also
 * ends the worker with the hub, when that is killed: a model that never ends would not hear of it. `setpriv` is in util-linux, with every Debian.
 */
const limits = `ulimit -d "$0" && ulimit -c 0 || exit 1
if setpriv --pdeathsig KILL true 2>/dev/null; then exec setpriv --pdeathsig KILL "$@"; else exec "$@"; fi`

/** The command that runs a script with what a worker may do: read its own code and the models, and load native addons. Nothing else. */
export function workerCommand(
  {
    runtimeFolder,
    modelsFolder,
    memoryBytes,
  }: { readonly runtimeFolder: string; readonly modelsFolder: string; readonly memoryBytes: number },
  script: string,
  words: readonly string[],
): string[] {
  const node = [
    process.execPath,
    `--max-old-space-size=${Math.max(64, Math.floor(memoryBytes / 1024 / 1024 / 2))}`,
    '--permission',
    '--allow-addons',
    `--allow-fs-read=${ownFolder}`,
    `--allow-fs-read=${runtimeFolder}/`,
    `--allow-fs-read=${modelsFolder}/`,
    '--disable-warning=PERM0001',
    '--disable-warning=ExperimentalWarning',
    script,
    ...words,
  ]
  return process.platform === 'linux' ? ['/bin/sh', '-c', limits, String(Math.ceil((memoryBytes * 2) / 1024)), ...node] : node
}
