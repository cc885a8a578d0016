import { Worker } from 'node:worker_threads'
import { PackAid, type SpooledPack } from '@portolan/git'

/** It needs no heap to speak of: everything it works on is shared. MiB. */
const heapMb = 64

/** A thread that helps the one that starts it to read packs, one at a time. Until it has started, and when it has failed, packs are read without. */
export class PackAidThread {
  #worker: Worker | null = null
  #isReady = false

  constructor() {
    this.#start()
  }

  /** Begins to work on a pack. */
  aid(spooled: SpooledPack): PackAid | null {
    const worker = this.#worker
    if (worker === null) this.#start()
    return worker !== null && this.#isReady ? new PackAid(spooled, (job) => worker.postMessage(job)) : null
  }

  #start(): void {
    this.#isReady = false
    const worker = new Worker(new URL('./pack-aid-worker.ts', import.meta.url), {
      name: 'portolan-pushes-aid',
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    const ended = () => {
      if (this.#worker === worker) this.#worker = null
    }
    worker.once('message', () => (this.#isReady = true))
    worker.on('error', ended).on('exit', ended)
    worker.unref()
    this.#worker = worker
  }
}
