import { existsSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into a server with `--import`: writes the longest time that its event loop was blocked, in milliseconds, to the file in `BENCH_LOOP_DELAY`.
 * Deleting the file resets the measurement.
 */
const file = process.env['BENCH_LOOP_DELAY']
if (isMainThread && file !== undefined) {
  const resolution = 5
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  setInterval(() => {
    if (!existsSync(file)) delay.reset()
    // The histogram includes the sampling interval, so subtract it.
    writeFileSync(file, JSON.stringify({ max: Math.max(0, delay.max / 1e6 - resolution) }))
  }, 250).unref()
}
