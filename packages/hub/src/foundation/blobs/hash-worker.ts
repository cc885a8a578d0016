import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { emptied, end, filled, giveUp, type HashJob, type HashResult, lengths, reportFailure, slotBytes, slots } from './hash-ring.ts'

/** The hashing thread: writes and hashes what arrives in the ring, one file at a time; it sleeps while waiting for bytes. */
parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(runJob(job)))

function runJob(job: HashJob): HashResult {
  const control = new Int32Array(job.control)
  const data = new Uint8Array(job.data)
  const hash = createHash('sha256')
  let position = 0
  for (let next = 0; ; next++) {
    // In a loop: a wake-up for the previous slot may arrive only after this thread went to sleep for this one.
    while (Atomics.load(control, filled) === next) Atomics.wait(control, filled, next)
    const slot = next % slots
    const length = control[lengths + slot] ?? giveUp
    if (length === end) return { sha256: hash.digest('hex'), bytes: position }
    if (length === giveUp) return 'aborted'
    const bytes = data.subarray(slot * slotBytes, slot * slotBytes + length)
    try {
      for (let done = 0; done < length;) done += writeSync(job.fd, bytes, done, length - done, position + done)
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException
      reportFailure(control)
      return { error: { message, code } }
    }
    position += length
    hash.update(bytes)
    Atomics.store(control, emptied, next + 1)
    Atomics.notify(control, emptied)
  }
}
