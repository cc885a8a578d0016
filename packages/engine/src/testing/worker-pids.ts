import { globSync, readFileSync } from 'node:fs'

/** Process ids of the workers that this process started (Linux). */
export function workerPids(): number[] {
  const children = globSync('/proc/self/task/*/children').flatMap((file) => textOf(file).trim().split(/\s+/))
  return children.map(Number).filter((pid) => pid > 0 && textOf(`/proc/${pid}/cmdline`).includes('worker/main.ts'))
}

/** The environment of a process, by name (Linux). */
export function environmentOf(pid: number): string[] {
  return textOf(`/proc/${pid}/environ`)
    .split('\0')
    .map((pair) => pair.split('=')[0] ?? '')
    .filter((name) => name !== '')
}

/** CPU time of a process, in hundredths of a second (Linux); 0 if it is gone. */
export function cpuTicks(pid: number): number {
  // The name in parentheses may contain spaces; after it, utime and stime are the 12th and 13th fields (proc(5)).
  const fields = textOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

/** Empty if the process is gone. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
