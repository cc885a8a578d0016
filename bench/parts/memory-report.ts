import { writeFileSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import { isMainThread, threadId } from 'node:worker_threads'
import os from 'node:os'

/* Loaded into a server with `--import`: every thread writes what its own heap takes to the folder in `BENCH_MEMORY`, once a second. */
export interface ThreadMemory {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly thread: number
  /** Bytes. */
  readonly heapTotal: number
  readonly heapUsed: number
  /** Memory outside the heap that objects in it keep: buffers, and native objects such as zlib streams. */
  readonly external: number
  readonly arrayBuffers: number
}

const folder = process.env['BENCH_MEMORY']
if (folder !== undefined && (isMainThread || os.platform() === 'linux')) {
  const timer = setInterval(() => {
    const { heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage()
    // Of this thread only, unlike `rss`.
    const { malloced_memory: malloced } = getHeapStatistics()
    const report: ThreadMemory = { at: Date.now(), thread: threadId, heapTotal, heapUsed, external: external + malloced, arrayBuffers }
    writeFileSync(`${folder}/${threadId}.json`, JSON.stringify(report))
  }, 1_000)
  timer.unref()
}
