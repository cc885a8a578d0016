import { existsSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into a server with `--import`: writes to the file in `BENCH_LOOP_DELAY`, in milliseconds, the longest time that its event loop was blocked,
 * and the most processor time that its thread used between two timers. Unlike the first, the second does not depend on how busy the machine is.
 * Deleting the file resets the measurement.
 */
const file = process.env['BENCH_LOOP_DELAY']
if (isMainThread && file !== undefined) {
  const resolution = 5
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let busy = 0
  let before = usedMs()
  setInterval(() => {
    const now = usedMs()
    busy = Math.max(busy, now - before)
    before = now
  }, resolution).unref()
  setInterval(() => {
    if (!existsSync(file)) {
      delay.reset()
      busy = 0
    }
    // The histogram includes the sampling interval, so subtract it.
    writeFileSync(file, JSON.stringify({ max: Math.max(0, delay.max / 1e6 - resolution), busy }))
  }, 250).unref()
}
