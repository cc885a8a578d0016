import { Worker } from 'node:worker_threads'
import { PackAid, PackAidMemory, type SpooledPack } from '@portolan/git'

/** It needs no heap to speak of: everything it works on is shared. MiB. */
const heapMb = 64

/** A thread that helps the one that starts it to read packs, one at a time. Until it has started, and when it has failed, packs are read without. */
export class PackAidThread {
  #worker: Worker | null = null
  #memory = new PackAidMemory()
  #isReady = false

  constructor() {
    this.#start()
  }

  /** Begins to work on a pack; `null` when the thread cannot, or has not let go of the one before. */
  aid(spooled: SpooledPack): PackAid | null {
    const worker = this.#worker
    if (worker === null) this.#start()
    return worker !== null && this.#isReady && this.#memory.isFree
      ? new PackAid(spooled, this.#memory, (job) => worker.postMessage(job))
      : null
  }

  #start(): void {
    this.#isReady = false
    const worker = new Worker(new URL('./pack-aid-worker.ts', import.meta.url), {
      name: 'portolan-pushes-aid',
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    const ended = () => {
      if (this.#worker !== worker) return
      this.#worker = null
      // The thread may have ended without letting go of the old one.
      this.#memory = new PackAidMemory()
    }
    worker.once('message', () => (this.#isReady = true))
    worker.on('error', ended).on('exit', ended)
    worker.unref()
    this.#worker = worker
  }
}
