import { parseRepoName } from '@portolan/contract'
import { pipelineTypes } from '@portolan/tasks'
import { z } from 'zod'
import { isKind, kinds } from './upstream-kinds.ts'

const line = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^\r\n\0]*$/, 'must be a single line')
const price = z.number('must be a number').min(0, 'must not be negative').max(1e6, 'must be at most 1,000,000')
const seconds = z.number('must be a number of seconds').positive('must be greater than 0').max(86_400, 'must be at most 86,400 (a day)')

const model = z.strictObject({
  id: z
    .string('must be the ID of a model on this hub: owner/name')
    .refine((id) => parseRepoName(id) !== null, 'must be the ID of a model on this hub: owner/name'),
  upstream: line.optional(),
  task: z
    .string()
    .refine((task) => task === 'conversational' || Object.hasOwn(pipelineTypes, task), 'must be conversational or a pipeline tag')
    .optional(),
  adapter: z.strictObject({ type: z.literal('lora', 'must be lora'), weights: line.optional() }).optional(),
  context: z.int('must be a number of tokens').positive('must be a number of tokens').optional(),
  price: z.strictObject({ input: price, output: price }).optional(),
})

const upstream = z.strictObject({
  name: z
    .string('must be 2 to 42 lowercase letters, digits, and dashes')
    .regex(/^[a-z0-9][a-z0-9-]{0,40}[a-z0-9]$/, 'must be 2 to 42 lowercase letters, digits, and dashes'),
  kind: z.string(`must be one of ${kinds().join(', ')}`).refine(isKind, `must be one of ${kinds().join(', ')}`),
  url: z
    .string()
    .regex(/^https?:\/\/[^\s"'<>?#@]+$/, 'must be an http(s) URL without a query, user name, or password')
    .refine((url) => URL.canParse(url), 'must be an http(s) URL')
    .optional(),
  key: z
    .string('must be the name of an environment variable')
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable, not the key itself')
    .refine((name) => !name.startsWith('PORTOLAN_'), 'must not start with PORTOLAN_, which is reserved for settings')
    .optional(),
  models: z.array(model, 'must be a list of models').max(5_000),
  timeouts: z.strictObject({ connect: seconds.optional(), first: seconds.optional(), idle: seconds.optional() }).optional(),
  probe: z.union([z.literal(false), seconds], { error: 'must be false or a number of seconds' }).optional(),
  streamUsage: z.boolean('must be true or false').optional(),
})

/** The schema of the owner's file: the upstreams that serve this hub's models. */
export const upstreamsSchema = z.strictObject({ upstreams: z.array(upstream, 'must be a list').max(200) })

export type UpstreamEntry = z.output<typeof upstream>
