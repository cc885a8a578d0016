import { oidToBytes, type ObjectType, type Oid } from '../oid.ts'
import { delimPkt, encodePkt, flushPkt } from '../pkt-line.ts'
import { GitProtocolError } from '../protocol-error.ts'
import { bandDataBytes, bands, encodeBand } from '../side-band.ts'
import { parseTagTarget } from '../tag.ts'
import type { AdvertisedRef } from './advertise.ts'
import { DeltaChooser } from './delta-chooser.ts'
import { type FetchRequest, movesBorders } from './fetch-request.ts'
import { negotiateV0, negotiateV2 } from './negotiate.ts'
import { type DeltaMemory, type ObjectSource, requireCommits } from './object-source.ts'
import { pacedBy, type Pace } from './pace.ts'
import { PackPlan } from './pack-plan.ts'
import { planShallow, type ShallowPlan } from './shallow.ts'
import { allReach, walkCommits } from './walk-commits.ts'
import { TreeWalk } from './walk-trees.ts'
import { type PackTotals, writePlan } from './write-plan.ts'

export interface FetchLimits {
  /** Objects in one pack. */
  readonly maxObjects: number
  /** Commits in one walk through history. */
  readonly maxCommits: number
}

export const fetchLimits: FetchLimits = { maxObjects: 5_000_000, maxCommits: 1_000_000 }

export interface FetchContext {
  readonly source: ObjectSource
  readonly deltas: DeltaMemory
  /** All refs of the repo. */
  readonly refs: readonly AdvertisedRef[]
  /** Ends the work: the client has disconnected. */
  readonly signal: AbortSignal
  readonly limits?: FetchLimits
}

/** Tags that point at tags: git allows them, but nobody nests them deeper. */
const maxTagDepth = 5
/** A client that receives nothing for this long may assume that the connection is dead. Milliseconds. */
const quietMs = 4_000

/**
 * Answers one request of a fetch (gitprotocol-pack; gitprotocol-v2, "fetch"). No state is kept between requests.
 * Refusals are reported in the protocol itself, so that git shows them to its user.
 * @yields pieces of the response; it is computed as fast as they are consumed
 * @throws whatever the source throws before anything was sent; after that, a failure is reported to the client and the error is thrown
 */
export async function* answerFetch(context: FetchContext, request: FetchRequest): AsyncGenerator<Buffer> {
  try {
    yield* answer(context, request)
  } catch (error) {
    if (!(error instanceof GitProtocolError)) throw error
    yield encodePkt(`ERR ${error.message}\n`)
  }
}

async function* answer(context: FetchContext, request: FetchRequest): AsyncGenerator<Buffer> {
  const { source, signal } = context
  const limits = context.limits ?? fetchLimits
  const pace = pacedBy(signal)
  const wanted = await resolveWants(source, request.wants)
  const shallow = await planBorders(context, request, wanted.commits, limits, pace)
  const haves = await source.commits(request.haves)
  const commonOids = request.haves.filter((oid) => haves.has(oid))
  const common = { oids: commonOids, isEnough: () => allReach(source, wanted.commits, new Set(commonOids), pace) }
  const isV2 = request.version === 2
  const borders = borderLines(request, shallow)
  if (!isV2 && movesBorders(request.deepen)) yield Buffer.concat([...borders, flushPkt])
  if (!isV2 && request.ending === 'end') return
  const { lines, sendsPack } = isV2 ? await negotiateV2(request, common) : await negotiateV0(request, common)
  if (lines.length > 0) yield Buffer.concat(lines)
  if (!sendsPack) return
  if (isV2) {
    if (lines.length > 0) yield delimPkt
    if (movesBorders(request.deepen) || request.shallow.length > 0) {
      yield Buffer.concat([encodePkt('shallow-info\n'), ...borders, delimPkt])
    }
    yield encodePkt('packfile\n')
  }
  yield* sendPack(context, request, { wanted, shallow, common: commonOids, limits, pace })
}

interface Wanted {
  readonly commits: Oid[]
  /** Annotated tags on the way to the wanted objects, and other objects that were requested by id. */
  readonly tags: Oid[]
  readonly trees: Oid[]
  readonly blobs: Oid[]
}

/**
 * Sorts the wants by type. Any object of the repo may be wanted, whether or not it is reachable from a ref: whoever may read a
 * repo may read all of it, as in version 2 of git's own server, and as the API serves any commit by its id.
 * @throws {GitProtocolError} for an object that the repo does not have
 */
async function resolveWants(source: ObjectSource, oids: readonly Oid[]): Promise<Wanted> {
  const wanted: Record<ObjectType, Set<Oid>> = { commit: new Set(), tag: new Set(), tree: new Set(), blob: new Set() }
  let open = [...oids]
  for (let depth = 0; open.length > 0 && depth <= maxTagDepth; depth++) {
    const facts = await source.facts(open)
    const tags: Oid[] = []
    for (const oid of open) {
      const type = facts.get(oid)?.type
      if (type === undefined) throw new GitProtocolError(`upload-pack: not our ref ${oid}`)
      wanted[type].add(oid)
      if (type === 'tag') tags.push(oid)
    }
    open = [...(await source.bodies(tags)).values()].map((body) => parseTagTarget(body).object)
  }
  return { commits: [...wanted.commit], tags: [...wanted.tag], trees: [...wanted.tree], blobs: [...wanted.blob] }
}

async function planBorders(
  { source, refs }: FetchContext,
  request: FetchRequest,
  wants: readonly Oid[],
  { maxCommits }: FetchLimits,
  pace: Pace,
): Promise<ShallowPlan> {
  if (!movesBorders(request.deepen) && request.shallow.length === 0) {
    return { shallow: [], unshallow: [], cut: new Set(), alsoWanted: [] }
  }
  const excluded = request.deepen.not.map((name) => {
    const found = ['', 'refs/', 'refs/tags/', 'refs/heads/'].flatMap((prefix) => refs.find((ref) => ref.name === prefix + name) ?? [])
    const ref = found[0]
    if (!ref || found.length > 1) throw new GitProtocolError(`git upload-pack: ambiguous deepen-not: ${name.slice(0, 250)}`)
    return ref.peeled ?? ref.oid
  })
  return planShallow(source, { wants, clientShallow: request.shallow, deepen: request.deepen, excluded, maxCommits }, pace)
}

function borderLines(request: FetchRequest, { shallow, unshallow }: ShallowPlan): Buffer[] {
  if (!movesBorders(request.deepen)) return []
  return [...shallow.map((oid) => encodePkt(`shallow ${oid}\n`)), ...unshallow.map((oid) => encodePkt(`unshallow ${oid}\n`))]
}

interface Agreed {
  readonly wanted: Wanted
  readonly shallow: ShallowPlan
  readonly common: readonly Oid[]
  readonly limits: FetchLimits
  readonly pace: Pace
}

async function* sendPack(context: FetchContext, request: FetchRequest, agreed: Agreed): AsyncGenerator<Buffer> {
  const { sideBand } = request
  if (sideBand === null) {
    for await (const piece of packBytes(context, request, agreed, { objects: 0, deltas: 0, bytes: 0 }))
      if (typeof piece !== 'number') yield piece
    return
  }
  const totals: PackTotals = { objects: 0, deltas: 0, bytes: 0 }
  const band = new BandWriter(sideBand)
  const progress = (text: string): Buffer[] => (request.noProgress ? [] : [...encodeBand(bands.progress, text, sideBand)])
  try {
    for await (const piece of withKeepAlive(packBytes(context, request, agreed, totals))) {
      if (piece === 'quiet') yield keepAlive
      else if (typeof piece === 'number') for (const line of progress(`Enumerating objects: ${piece}, done.\n`)) yield line
      else for (const line of band.add(piece)) yield line
    }
  } catch (error) {
    const message = error instanceof GitProtocolError ? error.message : 'could not create the pack'
    if (!context.signal.aborted) yield Buffer.concat([...encodeBand(bands.error, `fatal: ${message}\n`, sideBand), flushPkt])
    if (error instanceof GitProtocolError) return
    throw error
  }
  for (const line of band.end()) yield line
  for (const line of progress(`Total ${totals.objects} (delta ${totals.deltas}), reused 0 (delta 0), pack-reused 0\n`)) yield line
  yield flushPkt
}

/** A line on the pack's channel without data: clients ignore it (gitprotocol-pack). */
const keepAlive = Buffer.from('0005\u0001')

/** The pieces of a pack, with `quiet` sent while the first one takes long. A number announces how many objects there will be. */
async function* withKeepAlive(pieces: AsyncGenerator<Buffer | number>): AsyncGenerator<Buffer | number | 'quiet'> {
  try {
    for (;;) {
      const next = pieces.next()
      next.catch(() => {})
      let timer: NodeJS.Timeout | undefined
      for (;;) {
        const quiet = new Promise<'quiet'>((resolve) => (timer = setTimeout(resolve, quietMs, 'quiet')))
        const first = await Promise.race([next, quiet]).finally(() => clearTimeout(timer))
        if (first === 'quiet') {
          yield 'quiet'
          continue
        }
        if (first.done === true) return
        yield first.value
        break
      }
    }
  } finally {
    await pieces.return(undefined)
  }
}

/** Gathers bytes into lines as long as the channel allows. */
class BandWriter {
  readonly #sideBand: NonNullable<FetchRequest['sideBand']>
  readonly #size: number
  #held: Buffer[] = []
  #bytes = 0

  constructor(sideBand: NonNullable<FetchRequest['sideBand']>) {
    this.#sideBand = sideBand
    this.#size = bandDataBytes(sideBand)
  }

  *add(piece: Buffer): Generator<Buffer> {
    this.#held.push(piece)
    this.#bytes += piece.length
    if (this.#bytes < this.#size) return
    const all = Buffer.concat(this.#held)
    const whole = all.length - (all.length % this.#size)
    yield* encodeBand(bands.pack, all.subarray(0, whole), this.#sideBand)
    this.#held = [all.subarray(whole)]
    this.#bytes = all.length - whole
  }

  *end(): Generator<Buffer> {
    yield* encodeBand(bands.pack, Buffer.concat(this.#held), this.#sideBand)
  }
}

async function* packBytes(
  context: FetchContext,
  request: FetchRequest,
  agreed: Agreed,
  totals: PackTotals,
): AsyncGenerator<Buffer | number> {
  const { source } = context
  const { pace } = agreed
  const plan = new PackPlan(agreed.limits.maxObjects)
  const deltas = new DeltaChooser(plan, source, context.deltas)
  await fillPlan(context, request, agreed, plan, deltas)
  yield plan.count
  yield* writePlan({ plan, source, deltas, pace }, { ofsDelta: request.ofsDelta }, totals)
}

/** Finds everything the client needs. */
async function fillPlan(context: FetchContext, request: FetchRequest, agreed: Agreed, plan: PackPlan, deltas: DeltaChooser): Promise<void> {
  const { source, refs } = context
  const { wanted, shallow, common, limits, pace } = agreed
  const { filter } = request
  const has = new Set(request.haves)
  const wants = [...wanted.commits, ...shallow.alsoWanted]
  const { commits, edges } = await walkCommits(
    source,
    { wants, haves: [...common, ...shallow.unshallow], cut: shallow.cut, maxCommits: limits.maxCommits },
    pace,
  )
  const isSent = new Set(commits.map(({ oid }) => oid))
  const asked = new Set(request.wants)
  for (const { oid } of commits) if (filter.types.has('commit') || asked.has(oid)) plan.add('commit', oidToBytes(oid))
  for (const oid of wanted.tags) if (!has.has(oid)) plan.add('tag', oidToBytes(oid))
  if (request.includeTag && filter.types.has('tag')) await addTags(source, refs, isSent, plan)
  const walk = new TreeWalk({
    source,
    plan,
    deltas,
    filter,
    pace,
    thin: request.thinPack,
    edges: await requireCommits(source, [...new Set([...edges, ...common])].slice(0, 16)),
  })
  if (filter.types.has('tree') || filter.types.has('blob')) await walk.addCommits(commits)
  for (const oid of wanted.trees) await walk.addTree(oid)
  for (const oid of wanted.blobs) plan.add('blob', oidToBytes(oid))
}

/** Annotated tags on the objects being sent: they save the client a second fetch. */
async function addTags(source: ObjectSource, refs: readonly AdvertisedRef[], isSent: ReadonlySet<Oid>, plan: PackPlan): Promise<void> {
  let open = refs.flatMap(({ oid, peeled }) => (peeled !== null && isSent.has(peeled) ? [oid] : []))
  for (let depth = 0; open.length > 0 && depth < maxTagDepth; depth++) {
    const facts = await source.facts(open)
    const tags = open.filter((oid) => facts.get(oid)?.type === 'tag')
    for (const oid of tags) plan.add('tag', oidToBytes(oid))
    open = [...(await source.bodies(tags)).values()].map((body) => parseTagTarget(body).object)
  }
}
