/** What a confined process may have. */
export interface Confinement {
  /** Folders whose files it may read, by real paths: the loader of modules looks behind links. */
  readonly readable: readonly string[]
  /** Bytes that it may keep in memory; twice that is the most it can ask the kernel for. */
  readonly memoryBytes: number
  /** Whether it may load native addons. */
  readonly addons?: boolean
}

/**
 * The memory that the parent sees a worker use is looked at ten times a second; a single huge allocation is refused at once, by the kernel. Which also
 * ends the worker with the hub, when that is killed: one that never ends would not hear of it. `setpriv` is in util-linux, with every Debian.
 */
const limits = `ulimit -d "$0" && ulimit -c 0 || exit 1
if setpriv --pdeathsig KILL true 2>/dev/null; then exec setpriv --pdeathsig KILL "$@"; else exec "$@"; fi`

/** The command that runs a script which reads some folders. No other files, no writing, no network, no child processes, no threads. */
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
