import type { FromWorker, ToWorker } from '../protocol.ts'
import { answer } from './answer.ts'
import { Problem } from './problem.ts'
import { RemoteFile } from './remote-file.ts'

/* The process that reads tables: receives requests from its parent, one at a time, and answers. It runs until the parent ends it. */

/** Pending piece requests; one at a time. */
const asked = new Map<number, { resolve(bytes: Uint8Array): void; reject(error: Problem): void }>()
let asks = 0

function post(message: FromWorker): void {
  process.send?.(message)
}

/** Pieces are fetched one after another, whoever requests them: the hub keeps at most one of them in memory. */
let line: Promise<unknown> = Promise.resolve()

function fetchPiece(file: number, start: number, end: number): Promise<Uint8Array> {
  const piece = line.then(
    () =>
      new Promise<Uint8Array>((resolve, reject) => {
        const ask = ++asks
        asked.set(ask, { resolve, reject })
        post({ type: 'read', ask, file, start, end })
      }),
  )
  line = piece.catch(() => {})
  return piece
}

process.on('message', (message: ToWorker) => {
  if (message.type === 'run') return void run(message)
  const waiting = asked.get(message.ask)
  asked.delete(message.ask)
  if (message.type === 'bytes') waiting?.resolve(message.bytes)
  else waiting?.reject(new Problem('unreadable', 'Its content is not stored on this hub.'))
})
process.on('disconnect', () => process.exit(0))

async function run({ job, sources, request }: Extract<ToWorker, { type: 'run' }>): Promise<void> {
  try {
    const files = sources.map((source, index) => new RemoteFile(source, index, fetchPiece))
    post({ type: 'answer', job, answer: await answer(files, request) })
  } catch (error) {
    const known = error instanceof Problem ? error : new Problem('unreadable', 'The file cannot be read.')
    post({ type: 'problem', job, problem: known.problem, message: known.message })
  }
}
