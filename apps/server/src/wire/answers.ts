import type {
  WireCommit,
  WireDataset,
  WireDirectory,
  WireFile,
  WireModel,
  WireOrgMembership,
  WireProviderMapping,
  WireRef,
  WireRefs,
  WireRepo,
  WireRepoStorage,
  WireSibling,
  WireSpace,
  WireSpaceRuntime,
  WireTokenGrants,
  WireUser,
  WireWhoami,
} from '@portolan/contract'
import { z } from 'zod'

/*
 * Schemas of answers for the API description, next to the functions that build them. `Shape` makes the compiler refuse a schema that lacks a field of
 * its wire type, or has another one; the sweep of the API description compares real answers with the schemas.
 */

/** A schema for each field of a wire type. */
type Shape<Wire> = { readonly [Field in keyof Wire]-?: z.ZodType<Wire[Field] | undefined> }

const uid = z.string().regex(/^[0-9a-f]{24}$/)
const oid = z.string().regex(/^[0-9a-f]{40}$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const time = z.iso.datetime()
const count = z.int().min(0)
const anything = z.record(z.string(), z.unknown())
const repoType = z.enum(['model', 'dataset', 'space'])

export const successAnswer = z.object({ success: z.literal(true) })
export const accessConfirmedAnswer = z.object({ ok: z.literal(true) })
export const likesAnswer = z.object({ success: z.literal(true), likes: count })

// Accounts

const userFields = {
  _id: uid,
  user: z.string(),
  fullname: z.string(),
  avatarUrl: z.url(),
  isPro: z.boolean(),
  type: z.enum(['user', 'org']),
  isFollowing: z.boolean(),
  isRobot: z.boolean().exactOptional(),
} satisfies Shape<WireUser>
export const usersAnswer = z.array(z.object(userFields))
export const membersAnswer = z.array(z.object({ ...userFields, role: z.enum(['read', 'contributor', 'write', 'admin']) }))
const repoCounts = { numModels: count, numDatasets: count, numSpaces: count }
export const userOverviewAnswer = z.object({
  ...userFields,
  ...repoCounts,
  details: z.string().nullable(),
  numDiscussions: count,
  numPapers: count,
  numUpvotes: count,
  numLikes: count,
  numFollowing: count,
  numFollowers: count,
  orgs: z.array(z.object({ name: z.string(), fullname: z.string(), avatarUrl: z.url() })),
  createdAt: time,
})
export const orgOverviewAnswer = z.object({
  name: z.string(),
  fullname: z.string(),
  avatarUrl: z.url(),
  details: z.string().nullable(),
  isVerified: z.boolean(),
  isFollowing: z.boolean(),
  numUsers: count,
  ...repoCounts,
  numFollowers: count,
})
export const avatarAnswer = z.object({ avatarUrl: z.url() })
export const likedReposAnswer = z.array(z.object({ createdAt: time, repo: z.object({ name: z.string(), type: repoType }) }))

const grants = z.object({
  scoped: z.array(
    z.object({
      entity: z.object({ _id: z.string(), type: z.enum(['model', 'dataset', 'space', 'user', 'org']), name: z.string() }),
      permissions: z.array(z.string()),
    }),
  ),
  global: z.array(z.string()),
  canReadGatedRepos: z.boolean(),
} satisfies Shape<WireTokenGrants>)
const membership = z.object({
  type: z.literal('org'),
  id: uid,
  name: z.string(),
  fullname: z.string(),
  email: z.null(),
  avatarUrl: z.url(),
  canPay: z.boolean(),
  periodEnd: z.null(),
  isEnterprise: z.boolean(),
  roleInOrg: z.enum(['read', 'contributor', 'write', 'admin']),
} satisfies Shape<WireOrgMembership>)
export const whoamiAnswer = z.object({
  type: z.literal('user'),
  id: uid,
  name: z.string(),
  fullname: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  isPro: z.boolean(),
  canPay: z.boolean(),
  periodEnd: z.number().nullable(),
  billingMode: z.enum(['prepaid', 'postpaid']),
  avatarUrl: z.url(),
  orgs: z.array(membership),
  auth: z.object({
    type: z.enum(['access_token', 'app_token_as_user']),
    expiresAt: time.exactOptional(),
    accessToken: z.object({
      displayName: z.string(),
      role: z.enum(['read', 'write', 'fineGrained']),
      createdAt: time.exactOptional(),
      fineGrained: grants.exactOptional(),
    }),
  }),
} satisfies Shape<WireWhoami>)

// Repos

const sibling = z.object({
  rfilename: z.string(),
  size: count.exactOptional(),
  blobId: oid.exactOptional(),
  lfs: z.object({ size: count, sha256, pointerSize: count }).exactOptional(),
} satisfies Shape<WireSibling>)
const provider = z.object({
  providerId: z.string(),
  status: z.enum(['live', 'error']),
  task: z.string(),
  provider: z.string().exactOptional(),
  adapter: z.literal('lora').exactOptional(),
  adapterWeightsPath: z.string().exactOptional(),
  performance: z.object({ firstTokenLatencyMs: z.number().exactOptional(), tokensPerSecond: z.number().exactOptional() }).exactOptional(),
  pricing: z.object({ input: z.number(), output: z.number() }).exactOptional(),
  contextLength: z.int().exactOptional(),
} satisfies Shape<WireProviderMapping>)
const runtime = z.object({
  stage: z.enum(['RUNNING', 'PAUSED', 'NO_APP_FILE']),
  hardware: z.object({ current: z.string().nullable(), requested: z.string().nullable() }),
  storage: z.string().nullable(),
  gcTimeout: z.number().nullable(),
  replicas: z.object({ current: count, requested: count }),
  sha: oid.nullable(),
} satisfies Shape<WireSpaceRuntime>)

const id = { _id: uid, id: z.string().describe('`owner/name`.') }
/** What repos of all types have. */
const repo = {
  author: z.string(),
  sha: oid.describe('Commit of the requested revision.'),
  lastModified: time,
  createdAt: time,
  private: z.boolean(),
  gated: z.union([z.literal(false), z.enum(['auto', 'manual'])]),
  disabled: z.boolean(),
  downloads: count.describe('In the last 30 days.'),
  downloadsAllTime: count,
  likes: count,
  trendingScore: z.number(),
  tags: z.array(z.string()),
  cardData: anything.describe('Front matter of README.md.'),
  siblings: z.array(sibling),
  usedStorage: count.describe('Bytes.'),
  xetEnabled: z.boolean(),
  gitalyUid: uid,
} satisfies Shape<Omit<WireRepo, keyof typeof id>>
const model = {
  modelId: z.string(),
  pipeline_tag: z.string(),
  library_name: z.string(),
  mask_token: z.string(),
  widgetData: z.array(z.unknown()),
  'model-index': z.array(z.unknown()),
  config: anything,
  transformersInfo: z.object({
    auto_model: z.string(),
    custom_class: z.string().exactOptional(),
    pipeline_tag: z.string().exactOptional(),
    processor: z.string().exactOptional(),
  }) as z.ZodType<WireModel['transformersInfo']>,
  safetensors: z.object({ parameters: z.record(z.string(), z.number()), total: z.number() }),
  gguf: anything,
  baseModels: z.object({ relation: z.string(), models: z.array(z.object({ id: z.string() })) }),
  inference: z.literal('warm'),
  inferenceProviderMapping: z
    .union([z.array(provider), z.record(z.string(), provider)])
    .describe('By provider in the answer for a repo, a list in listings.') as z.ZodType<WireModel['inferenceProviderMapping']>,
  spaces: z.array(z.string()).describe('Ids of Spaces that use the model.'),
} satisfies Shape<Omit<WireModel, keyof WireRepo>>
const dataset = { description: z.string(), mainSize: count.describe('Bytes on the main branch.') } satisfies Shape<
  Omit<WireDataset, keyof WireRepo>
>
const space = {
  sdk: z.string(),
  subdomain: z.string(),
  host: z.url(),
  models: z.array(z.string()),
  datasets: z.array(z.string()),
  runtime,
} satisfies Shape<Omit<WireSpace, keyof WireRepo>>
const optional = z.object({ ...repo, ...model, ...dataset, ...space }).partial().shape
/** `expand` chooses fields, and values that a repo lacks are left out: all but the ids are optional. The address says which type of repo it is. */
export const repoInfoAnswer = z.object({
  ...id,
  ...optional,
  securityRepoStatus: z.object({ scansDone: z.boolean(), filesWithIssues: z.array(z.unknown()) }).exactOptional(),
})
const listed = z.object({ ...id, ...optional })
export const repoInfosAnswer = z.array(listed)
export const trendingReposAnswer = z.object({ recentlyTrending: z.array(z.object({ repoType, repoData: listed })) })
export const createdRepoAnswer = z.object({ url: z.url(), name: z.string(), id: uid })
export const repoStoragesAnswer = z.array(
  z.object({
    id: z.string(),
    type: repoType,
    updatedAt: time,
    visibility: z.enum(['public', 'private']),
    storage: count,
    storagePercent: z.number(),
  } satisfies Shape<WireRepoStorage>),
)
export const ownerStorageAnswer = z.object({
  name: z.string(),
  type: z.enum(['user', 'org']),
  usedBytes: count,
  largeBytes: count,
  gitBytes: count,
  limitBytes: count.nullable(),
  isDefault: z.boolean(),
})
export const ownerStoragesAnswer = z.array(ownerStorageAnswer)
const brief = z.array(z.object({ _id: uid, id: z.string() }))
export const quickSearchHitsAnswer = z.object({
  models: brief,
  datasets: brief,
  spaces: brief,
  users: z.array(z.object({ user: z.string(), fullname: z.string() })),
  orgs: z.array(z.object({ name: z.string(), fullname: z.string() })),
})

// Files and commits

const lastCommit = z.object({ id: oid, title: z.string(), date: time }).exactOptional()
const file = z.object({
  type: z.literal('file'),
  path: z.string(),
  oid,
  size: count,
  lfs: z.object({ oid: sha256, size: count, pointerSize: count }).exactOptional(),
  xetHash: sha256.exactOptional(),
  lastCommit,
} satisfies Shape<WireFile>)
const directory = z.object({
  type: z.literal('directory'),
  path: z.string(),
  oid,
  size: z.literal(0),
  lastCommit,
} satisfies Shape<WireDirectory>)
export const treeEntriesAnswer = z.array(z.discriminatedUnion('type', [file, directory]))
export const treeSizeOfAnswer = z.object({ path: z.string(), size: count })
const ref = z.object({ name: z.string(), ref: z.string(), targetCommit: oid } satisfies Shape<WireRef>)
export const refsAnswer = z.object({
  branches: z.array(ref),
  converts: z.array(ref),
  tags: z.array(ref),
  pullRequests: z.array(ref).exactOptional(),
} satisfies Shape<WireRefs>)
export const commitsAnswer = z.array(
  z.object({
    id: oid,
    title: z.string(),
    message: z.string(),
    date: time,
    authors: z.array(z.object({ user: z.string(), avatar: z.string().exactOptional() })),
    formatted: z.object({ title: z.string(), message: z.string() }).exactOptional(),
  } satisfies Shape<WireCommit>),
)
export const commitDoneAnswer = z.object({
  success: z.literal(true),
  commitOid: oid,
  commitUrl: z.url(),
  pullRequestUrl: z.url().nullable().describe('With `create_pr`: the address of the pull request.'),
  hookOutput: z.string(),
})
export const largeFilesAnswer = z.array(
  z.object({ fileOid: sha256, oid: sha256, filename: z.string().nullable(), size: count, pushedAt: time, ref: z.string().exactOptional() }),
)

// The server

export const liveAnswer = z.object({ status: z.literal('ok') })
export const readyAnswer = z.object({
  status: z.enum(['ok', 'draining', 'unavailable']),
  checks: z.record(z.string(), z.enum(['ok', 'low', 'read-only', 'unavailable'])),
})
