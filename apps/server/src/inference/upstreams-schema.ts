import { parseRepoName } from '@portolan/contract'
import { pipelineTypes } from '@portolan/tasks'
import { z } from 'zod'
import { isKind, kinds } from './upstream-kinds.ts'

const line = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^\r\n\0]*$/, 'is one line')
const price = z.number('is a number').min(0, 'is not negative').max(1e6, 'is too much')
const seconds = z.number('is a number of seconds').positive('is more than 0').max(86_400, 'is at most a day')

const model = z.strictObject({
  id: z
    .string('is the id of a model of this hub: owner/name')
    .refine((id) => parseRepoName(id) !== null, 'is the id of a model of this hub: owner/name'),
  upstream: line.optional(),
  task: z
    .string()
    .refine((task) => task === 'conversational' || Object.hasOwn(pipelineTypes, task), 'is conversational or a pipeline tag')
    .optional(),
  adapter: z.strictObject({ type: z.literal('lora', 'is lora'), weights: line.optional() }).optional(),
  context: z.int('is a number of tokens').positive('is a number of tokens').optional(),
  price: z.strictObject({ input: price, output: price }).optional(),
})

const upstream = z.strictObject({
  name: z
    .string('is 2 to 42 small letters, digits and dashes')
    .regex(/^[a-z0-9][a-z0-9-]{0,40}[a-z0-9]$/, 'is 2 to 42 small letters, digits and dashes'),
  kind: z.string(`is one of ${kinds().join(', ')}`).refine(isKind, `is one of ${kinds().join(', ')}`),
  url: z
    .string()
    .regex(/^https?:\/\/[^\s"'<>?#@]+$/, 'is an http address without a query, a user or a password')
    .refine((url) => URL.canParse(url), 'is an http address')
    .optional(),
  key: z
    .string('is the name of an environment variable')
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is the name of an environment variable, not the key itself')
    .refine((name) => !name.startsWith('PORTOLAN_'), 'does not begin with PORTOLAN_: those are settings')
    .optional(),
  models: z.array(model, 'is a list of models').max(5_000),
  timeouts: z.strictObject({ connect: seconds.optional(), first: seconds.optional(), idle: seconds.optional() }).optional(),
  probe: z.union([z.literal(false), seconds], { error: 'is false or a number of seconds' }).optional(),
  streamUsage: z.boolean('is true or false').optional(),
})

/** The schema of the owner's file: the upstreams that serve this hub's models. */
export const upstreamsSchema = z.strictObject({ upstreams: z.array(upstream, 'is a list').max(200) })

export type UpstreamEntry = z.output<typeof upstream>
