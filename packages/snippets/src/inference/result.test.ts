import { isJobRoute } from '@portolan/tasks'
import { expect, test } from 'vitest'
import { type Job, falJob, novitaJob, novitaVideoJob, replicateJob, togetherJob, wavespeedJob, zaiJob } from './result.ts'

/** Each provider's response when a job starts, limited to the fields that determine where to poll (from their API documentation). */
const begun: readonly (readonly [string, Job, unknown])[] = [
  ['fal-ai', falJob(''), { response_url: 'https://queue.fal.run/fal-ai/flux/requests/1f2e-aa' }],
  ['replicate', replicateJob, { urls: { get: 'https://api.replicate.com/v1/predictions/gm3qorzdhgbfurvjtvhg6dckhu' } }],
  ['novita', novitaJob, { task_id: 'ca8b' }],
  ['novita', novitaVideoJob, { task_id: 'ca8b-1' }],
  ['together', togetherJob, { id: '019a-bc' }],
  ['wavespeed', wavespeedJob, { data: { urls: { get: 'https://api.wavespeed.ai/api/v3/predictions/ab12/result' } } }],
  ['zai-org', zaiJob, { id: 'x-1' }],
]

test.for(begun)('the router lets printed code look after a job of %s', ([provider, job, answer]) => {
  const at = (path: readonly (string | number)[]) =>
    String(path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], answer))
  const path = 'id' in job.look ? `${job.look.before}${at(job.look.id)}` : `${new URL(at(job.look.pathOf)).pathname}${job.look.after}`
  expect([path, isJobRoute(provider, path.slice(1).split('?')[0] ?? '')]).toEqual([path, true])
})
