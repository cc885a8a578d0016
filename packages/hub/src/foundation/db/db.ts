import type { Kysely, KyselyPlugin, Transaction } from 'kysely'
import type { Database } from './schema.ts'

export type Dialect = 'sqlite' | 'postgres'

/** Location of a database, in a form that can be passed to another thread. */
export type DbLocation =
  | { readonly dialect: 'sqlite'; readonly file: string }
  | { readonly dialect: 'postgres'; readonly url: string; readonly schema: string | null }

/**
 * Read queries only: it has no way to build any other, and its connections reject raw SQL that writes. On SQLite it has its own connection, so it never
 * waits for the writer.
 */
export interface Reader extends Pick<Kysely<Database>, 'selectFrom' | 'selectNoFrom' | 'fn' | 'dynamic' | 'case' | 'getExecutor'> {
  withPlugin(plugin: KyselyPlugin): Reader
}

/** A write transaction. Also a reader, so that services can share queries. */
export type Tx = Transaction<Database>

/**
 * The only access to the data. SQLite has a single writer, so `write` runs its callers one at a time;
 * never wait for the network, a blob or a person inside it.
 */
export interface Db extends AsyncDisposable {
  readonly dialect: Dialect
  readonly location: DbLocation
  readonly read: Reader
  /** Runs `work` in one transaction: all of it is durable when the promise resolves, or none of it happened. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Waits while another thread writes through an `openWriter`. SQLite has one writer: nothing is written through this object meanwhile. What the
   * thread commits is durable once a later `write` resolves.
   */
  writeAside<T>(work: () => Promise<T>): Promise<T>
  /** Runs after the commit of the transaction that `tx` belongs to; not at all when it rolls back. */
  afterCommit(tx: Tx, effect: () => void): void
  /** False once the disk has refused what was committed: every write fails from then on, until the server is restarted. */
  readonly isWritable: boolean
  close(): Promise<void>
}

/** Wraps database bytes in a Buffer without copying, whichever engine they came from. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Database bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return toBuffer(bytes).toString('hex')
}
