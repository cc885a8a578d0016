/** The location of a value in a JSON response. */
export type Path = readonly (string | number)[]

/** A job that is polled until it is done: the response of queue-like providers. */
export interface Job {
  /** Where to poll: the path of a URL in the response, or a path built with an id from it; relative to the provider's base. */
  readonly look: { readonly pathOf: Path; readonly after: string } | { readonly before: string; readonly id: Path }
  /** Query of the first request, kept for later ones. */
  readonly query: string
  readonly status: Path
  readonly pending: readonly string[]
  readonly done: string
  readonly seconds: number
  /** The result is at the job's own URL, not in the last response (fal). */
  readonly resultApart: boolean
}

/** How to handle the response. A link points to the file; base64 is the file. */
export type Result = (
  | { readonly kind: 'chat' | 'json' }
  | { readonly kind: 'bytes'; readonly file: string }
  /** `mayBeList`: the value is one string or a list of them. `orKey`: some models use this key instead of the first one. */
  | { readonly kind: 'base64' | 'link'; readonly at: Path; readonly file: string; readonly mayBeList?: true; readonly orKey?: string }
) & { readonly job?: Job }

/** fal's queue. The URL in its response has a different host and path than the one requested: only its path is used. */
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

/** Usually returned directly, because the request asks it to wait. */
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
