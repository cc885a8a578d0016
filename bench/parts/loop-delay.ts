import { existsSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into a server with `--import`: says in the file of `BENCH_LOOP_DELAY` how long its event loop was held up at most, in milliseconds, since that
 * file was deleted.
 */
const file = process.env['BENCH_LOOP_DELAY']
if (isMainThread && file !== undefined) {
  const resolution = 5
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  setInterval(() => {
    if (!existsSync(file)) delay.reset()
    // What is measured has the time between two looks in it.
    writeFileSync(file, JSON.stringify({ max: Math.max(0, delay.max / 1e6 - resolution) }))
  }, 250).unref()
}
