import { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'

/** The checkpoint thread: copies the write-ahead log into the database on each message. */
function serve(port: MessagePort, file: string): void {
  const db = new DatabaseSync(file)
  // A checkpoint flushes the log, copies it, and flushes the database; in this mode nothing else is flushed.
  db.exec('PRAGMA synchronous=NORMAL')
  port.on('message', (message: 'checkpoint' | 'close') => {
    if (message === 'close') {
      db.close()
      process.exit()
    }
    try {
      // PASSIVE: nobody waits for it. What readers still need, or another process is copying, is left to the next one.
      db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // The disk is full or refuses. The log keeps everything, and the next checkpoint copies it.
    }
    port.postMessage('done')
  })
}

if (parentPort !== null) serve(parentPort, workerData as string)
