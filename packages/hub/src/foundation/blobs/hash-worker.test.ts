import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { emptied, end, filled, type HashJob, lengths, newHashRing, slotBytes } from './hash-ring.ts'

/*
 * The receiving thread counts a slot as filled and then wakes the hashing thread. If it is preempted between the two, the
 * hashing thread may have seen the count, processed the slot and gone back to sleep: the late wake-up is spurious.
 */
test('a wake-up that comes late is not taken for a filled slot', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-hash-worker-'))
  const path = join(folder, 'file')
  const file = await open(path, 'w')
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url))
  try {
    const { control, data } = newHashRing()
    const job: HashJob = { control: control.buffer as SharedArrayBuffer, data: data.buffer as SharedArrayBuffer, fd: file.fd }
    const result = once(worker, 'message')
    worker.postMessage(job)
    const content = randomBytes(3 * slotBytes)
    for (let slot = 0; slot < 3; slot++) {
      // Woken as soon as it sleeps, with nothing to do.
      const until = performance.now() + 5_000
      while (Atomics.notify(control, filled) === 0 && performance.now() < until) await delay(1)
      await delay(20)
      expect(Atomics.load(control, emptied)).toBe(slot)
      data.set(content.subarray(slot * slotBytes, (slot + 1) * slotBytes), slot * slotBytes)
      control[lengths + slot] = slotBytes
      Atomics.store(control, filled, slot + 1)
      Atomics.notify(control, filled)
    }
    control[lengths + 3] = end
    Atomics.store(control, filled, 4)
    Atomics.notify(control, filled)
    expect(await result).toEqual([{ sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length }])
    expect(content.equals(await readFile(path))).toBe(true)
  } finally {
    await worker.terminate()
    await file.close()
    await rm(folder, { recursive: true })
  }
})
