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

/** Time that a process has computed, in hundredths of a second (Linux); 0 when it is gone. */
export function cpuTicks(pid: number): number {
  // The name in parentheses may have blanks; after it, utime and stime are the 12th and the 13th (proc(5)).
  const fields = textOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

/** Empty when the process is gone. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
