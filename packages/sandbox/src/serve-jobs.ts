import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from './thread-priority.ts'

/** A message from a thread of a `ThreadPool`: that it is ready, a job's result, or what the job threw. */
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

/**
 * Turns the calling module into a thread for `ThreadPool`: jobs arrive one at a time, and the return value of `work` is the result.
 * @param transfer buffers of a result to transfer instead of copying
 * @throws {Error} when the module is not running in a thread
 */
export function serveJobs<Job, Result>(
  work: (job: Job) => Result | Promise<Result>,
  transfer: (result: Result) => readonly ArrayBuffer[] = () => [],
): void {
  const port = parentPort
  if (!port) throw new Error('Jobs are served in a thread of a pool')
  lowerThreadPriority()
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
