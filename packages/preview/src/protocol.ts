import type { TableProblem, TableRequest, TableSource } from '@portolan/hub'

/** A file as a worker knows it: it asks its parent for the bytes. */
export type RemoteSource = Omit<TableSource, 'read'>

/** From the hub to a worker. One job at a time. */
export type ToWorker =
  | { readonly type: 'run'; readonly job: number; readonly sources: readonly RemoteSource[]; readonly request: TableRequest }
  | { readonly type: 'bytes'; readonly ask: number; readonly bytes: Uint8Array }
  | { readonly type: 'no-bytes'; readonly ask: number }

/** From a worker to the hub. */
export type FromWorker =
  /** Bytes from `start` up to and without `end` of a file of the job, at most {@link maxPieceBytes}; the next ask comes after the answer. */
  | { readonly type: 'read'; readonly ask: number; readonly file: number; readonly start: number; readonly end: number }
  | { readonly type: 'answer'; readonly job: number; readonly answer: unknown }
  | { readonly type: 'problem'; readonly job: number; readonly problem: TableProblem; readonly message: string }

/** What a worker may ask for at once: the hub holds no more of a file in its memory. */
export const maxPieceBytes = 4 * 1024 * 1024
