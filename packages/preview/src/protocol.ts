import type { TableProblem, TableRequest, TableSource } from '@portolan/hub'

/** A file from a worker's point of view: it requests the bytes from its parent. */
export type RemoteSource = Omit<TableSource, 'read'>

/** Messages from the hub to a worker. One job at a time. */
export type ToWorker =
  | { readonly type: 'run'; readonly job: number; readonly sources: readonly RemoteSource[]; readonly request: TableRequest }
  | { readonly type: 'bytes'; readonly ask: number; readonly bytes: Uint8Array }
  | { readonly type: 'no-bytes'; readonly ask: number }

/** Messages from a worker to the hub. */
export type FromWorker =
  /** Bytes from `start` up to but excluding `end` of a file of the job, at most {@link maxPieceBytes}; one request at a time. */
  | { readonly type: 'read'; readonly ask: number; readonly file: number; readonly start: number; readonly end: number }
  | { readonly type: 'answer'; readonly job: number; readonly answer: unknown }
  | { readonly type: 'problem'; readonly job: number; readonly problem: TableProblem; readonly message: string }

/** Maximum size of one request, so that the hub keeps no more of a file in memory. */
export const maxPieceBytes = 4 * 1024 * 1024
