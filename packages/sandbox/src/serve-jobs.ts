import os from 'node:os'
import { parentPort } from 'node:worker_threads'

/** What a thread of a `ThreadPool` says: that it is ready, a job's result, or what the job threw. */
export type ThreadReply =
  | { readonly ready: true }
  | { readonly result: unknown }
  | {
      readonly failed: {
        readonly message: string
        readonly stack: string | undefined
        readonly properties: Readonly<Record<string, unknown>>
      }
    }

/** Below the threads that serve requests: where there are few processors, those go first. 19 would be last of all. */
const niceness = 10

/**
 * Makes the module that calls it a thread for `ThreadPool`: jobs come one at a time, and what `work` returns is the answer.
 * @param transfer buffers of a result to hand over instead of copying
 * @throws {Error} when the module is no thread
 */
export function serveJobs<Job, Result>(
  work: (job: Job) => Result | Promise<Result>,
  transfer: (result: Result) => readonly ArrayBuffer[] = () => [],
): void {
  const port = parentPort
  if (!port) throw new Error('Jobs are served in a thread of a pool')
  // On Linux a thread has a priority of its own; elsewhere this would be the whole process's.
  if (process.platform === 'linux') os.setPriority(0, niceness)
  const say = (reply: ThreadReply, buffers: readonly ArrayBuffer[] = []) => port.postMessage(reply, [...buffers])
  port.on('message', (job: Job) => {
    void (async () => {
      try {
        const result = await work(job)
        say({ result }, transfer(result))
      } catch (error) {
        say({ failed: described(error) })
      }
    })()
  })
  say({ ready: true })
}

function described(error: unknown): Extract<ThreadReply, { failed: unknown }>['failed'] {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, properties: {} }
  const plain = Object.entries(error).filter(([, value]) => isPlain(value))
  return { message: error.message, stack: error.stack, properties: Object.fromEntries(plain) }
}

function isPlain(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}
