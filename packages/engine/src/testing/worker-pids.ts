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

/** Empty when the process is gone. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
