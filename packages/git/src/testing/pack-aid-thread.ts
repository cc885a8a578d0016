import { parentPort } from 'node:worker_threads'
import { aidPack, type PackAidJob } from '../receive/pack-aid.ts'

/* A thread for tests that helps to read packs. */
parentPort?.on('message', (job: PackAidJob) => {
  aidPack(job)
  parentPort?.postMessage('done')
})
