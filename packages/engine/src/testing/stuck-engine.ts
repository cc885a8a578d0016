import { once } from 'node:events'
import { openLocalEngine } from '../engine.ts'
import { endlessTokenizer } from './endless-tokenizer.ts'
import { openEngineHub, runToEnd, uploadModel } from './engine-hub.ts'
import { workerPids } from './worker-pids.ts'

/** A program for a test that kills it: an engine whose worker is stuck. Prints the worker's process id, then waits. */
const [runtimeFolder = ''] = process.argv.slice(2)
const { hub, owner } = await openEngineHub()
const engine = openLocalEngine({ hub, runtimeFolder, workers: 1 })
const model = await uploadModel(hub, owner, 'slow', endlessTokenizer.model)
const stuck = runToEnd(engine, { ...model, task: 'text-classification', inputs: endlessTokenizer.text })
const told = setInterval(() => {
  const [worker] = workerPids()
  if (worker === undefined) return
  clearInterval(told)
  process.stdout.write(`${JSON.stringify({ worker, folder: hub.config.dataDir })}\n`)
}, 100)
await Promise.race([stuck, once(process, 'never')])
