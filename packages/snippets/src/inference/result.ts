/** Where something lies in a JSON answer. */
export type Path = readonly (string | number)[]

/** A job that is looked at until it is done: what queue-like providers answer with. */
export interface Job {
  /** Where to look next: the path of an address in the answer, or a path made with an id of it; below the base of the provider. */
  readonly look: { readonly pathOf: Path; readonly after: string } | { readonly before: string; readonly id: Path }
  /** Query of the first request, kept for the next ones. */
  readonly query: string
  readonly status: Path
  readonly pending: readonly string[]
  readonly done: string
  readonly seconds: number
  /** The result is at the address of the job itself, not in the last answer (fal). */
  readonly resultApart: boolean
}

/** What to do with the answer. A link leads to the file; base64 is the file. */
export type Result = (
  | { readonly kind: 'chat' | 'json' }
  | { readonly kind: 'bytes'; readonly file: string }
  /** `mayBeList`: there stands one text, or a list of them. `orKey`: some models have this in place of the first key. */
  | { readonly kind: 'base64' | 'link'; readonly at: Path; readonly file: string; readonly mayBeList?: true; readonly orKey?: string }
) & { readonly job?: Job }

/** fal's queue. The address in its answer names another host and path than the one asked: only its path is used. */
export function falJob(query: string): Job {
  return {
    look: { pathOf: ['response_url'], after: '/status' },
    query,
    status: ['status'],
    pending: ['IN_QUEUE', 'IN_PROGRESS'],
    done: 'COMPLETED',
    seconds: 0.5,
    resultApart: true,
  }
}

/** Answered at once in most cases, for it is asked to wait. */
export const replicateJob: Job = {
  look: { pathOf: ['urls', 'get'], after: '' },
  query: '',
  status: ['status'],
  pending: ['starting', 'processing'],
  done: 'succeeded',
  seconds: 1,
  resultApart: false,
}

export const novitaJob: Job = {
  look: { before: '/v3/async/task-result?task_id=', id: ['task_id'] },
  query: '',
  status: ['task', 'status'],
  pending: ['TASK_STATUS_QUEUED', 'TASK_STATUS_PROCESSING'],
  done: 'TASK_STATUS_SUCCEED',
  seconds: 0.5,
  resultApart: false,
}

export const novitaVideoJob: Job = {
  look: { before: '/v3/minimax/v2/query/video_generation/', id: ['task_id'] },
  query: '',
  status: ['task', 'status'],
  pending: ['queued', 'running'],
  done: 'succeeded',
  seconds: 5,
  resultApart: false,
}

export const togetherJob: Job = {
  look: { before: '/v2/videos/', id: ['id'] },
  query: '',
  status: ['status'],
  pending: ['queued', 'in_progress'],
  done: 'completed',
  seconds: 2,
  resultApart: false,
}

export const wavespeedJob: Job = {
  look: { pathOf: ['data', 'urls', 'get'], after: '' },
  query: '',
  status: ['data', 'status'],
  pending: ['created', 'processing'],
  done: 'completed',
  seconds: 0.5,
  resultApart: false,
}

export const zaiJob: Job = {
  look: { before: '/api/paas/v4/async-result/', id: ['id'] },
  query: '',
  status: ['task_status'],
  pending: ['PROCESSING'],
  done: 'SUCCESS',
  seconds: 5,
  resultApart: false,
}
