/** Permissions and limits of a confined process. */
export interface Confinement {
  /** Folders whose files it may read, as real paths: the module loader resolves links. */
  readonly readable: readonly string[]
  /** Resident memory limit; it can request at most twice that from the kernel. */
  readonly memoryBytes: number
  /** Whether it may load native addons. */
  readonly addons?: boolean
}

/**
 * The parent checks a worker's memory ten times a second; a single huge allocation is refused by the kernel right away. The kernel also
 * ends the worker when the hub is killed: a worker stuck in a loop would not notice. `setpriv` is in util-linux, part of every Debian.
 */
const limits = `ulimit -d "$0" && ulimit -c 0 || exit 1
if setpriv --pdeathsig KILL true 2>/dev/null; then exec setpriv --pdeathsig KILL "$@"; else exec "$@"; fi`

/** The command that runs a script that can read some folders. No other files, no writing, no network, no child processes, no threads. */
export function confinedCommand(
  { readable, memoryBytes, addons = false }: Confinement,
  script: string,
  words: readonly string[],
): string[] {
  const node = [
    process.execPath,
    `--max-old-space-size=${Math.max(64, Math.floor(memoryBytes / 1024 / 1024 / 2))}`,
    '--permission',
    ...(addons ? ['--allow-addons'] : []),
    ...readable.map((folder) => `--allow-fs-read=${folder.endsWith('/') ? folder : `${folder}/`}`),
    '--disable-warning=PERM0001',
    '--disable-warning=ExperimentalWarning',
    script,
    ...words,
  ]
  return process.platform === 'linux' ? ['/bin/sh', '-c', limits, String(Math.ceil((memoryBytes * 2) / 1024)), ...node] : node
}
