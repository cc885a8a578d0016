import os from 'node:os'

/** Lower priority than the threads that serve requests, which matters on machines with few processors. 19 would be the lowest. */
const niceness = 10

/** Lets the calling thread have only the processor time that the serving thread leaves. On Linux only: elsewhere, a process has one priority. */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') os.setPriority(0, niceness)
}
