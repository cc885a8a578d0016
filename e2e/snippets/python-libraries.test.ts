import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findLibrary, libraryPlan, type ProofEntry, targetFor, toModelFacts } from '@portolan/snippets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectedPart, inPart } from '../../packages/snippets/proofs/part.ts'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { type Block, cleanEnvironment, loadBlocks, ranWith, recordedRuns, recordRuns } from './printed-code.ts'

/*
 * The Python code that the hub prints for a tiny model of each library, run as is with the newest release of the library, against the hub that
 * printed it. The only change is filling in the path of an image, an audio file or a table where the code has a placeholder.
 */
const root = join(import.meta.dirname, '../..')
const models = join(import.meta.dirname, 'models')
const data = process.env['PORTOLAN_SHARED_DATA'] ?? join(root, '../shared/data')
const environments = process.env['PORTOLAN_PROOF_VENVS'] ?? join(root, '.cache/proof-venvs')

interface Case {
  readonly library: string
  /** Names on PyPI; the release of the first one is recorded. */
  readonly packages: readonly string[]
  /** The Python environment, if it is not `libraries`. */
  readonly environment?: string
  /** Another case, whose model this one builds on. */
  readonly needs?: string
  /** A file that the code writes. */
  readonly writes?: string
  /** It reads a file of the shared data. */
  readonly data?: boolean
}

/** The sample file for each kind of file placeholder; `tiny.samples` creates them. */
const samples: readonly (readonly [asked: RegExp, sample: string])[] = [
  [/\.(jpe?g|png)$/, 'picture.png'],
  [/\.flac$/, 'sound.flac'],
  [/\.csv$/, 'series.csv'],
]

const all = JSON.parse(readFileSync(join(models, 'runnable.json'), 'utf8')) as Record<string, Case>
/** The cases of the current part. */
const cases = Object.fromEntries(inPart(selectedPart(), Object.entries(all)))
const python = ({ environment = 'libraries' }: Case) => join(environments, environment, 'bin/python')
const releases = new Map(
  [...new Set(Object.values(all).map(python))].filter((path) => existsSync(path)).map((path) => [path, installed(path)]),
)

/** Why a case cannot run here; `null` if it can. */
function lacking(each: Case): string | null {
  const found = releases.get(python(each))
  if (!found) return 'no environment: bash scripts/test/proof-venv.sh'
  const missing = each.packages.filter((name) => !found.has(plain(name)))
  if (missing.length > 0) return `the environment has no ${missing.join(', ')}`
  return each.data === true && !existsSync(data) ? 'no shared data' : null
}

const runnable = Object.entries(cases).filter(([, each]) => lacking(each) === null)
/** Including the models that these build on. */
const toMake = Object.entries(all).filter(([name]) => runnable.some(([own, { needs }]) => own === name || needs === name))
const ran: Record<string, ProofEntry> = {}
const finished = new Set<string>()
const made = new Map<string, { error?: string }>()
let hub: BootedHub
let work = ''

beforeAll(async () => {
  if (runnable.length === 0) return
  hub = await bootHub()
  work = mkdtempSync(join(tmpdir(), 'portolan-libraries-'))
  // Made with the libraries that run them, except for models that are only copied.
  const makers = Map.groupBy(toMake, ([, { environment }]) => (environment === 'older' ? environment : 'libraries'))
  for (const [environment, theirs] of makers) {
    const maker = join(environments, environment, 'bin/python')
    const done = spawnSync(maker, [join(models, 'make.py'), join(work, 'models'), ...theirs.map(([name]) => name)], {
      encoding: 'utf8',
      env: cleanEnvironment(join(work, 'maker'), join(maker, '..'), {
        HF_ENDPOINT: hub.url,
        HF_TOKEN: admin.token,
        PORTOLAN_RUN_DATA: data,
        PYTHONDONTWRITEBYTECODE: '1',
      }),
      timeout: 600_000,
    })
    for (const line of done.stdout.split('\n').filter((text) => text.startsWith('{'))) {
      const { case: name, ...outcome } = JSON.parse(line) as { case: string; error?: string }
      made.set(name, outcome)
    }
    if (!theirs.every(([name]) => made.has(name))) throw new Error(done.stdout + done.stderr)
  }
  const maker = join(environments, 'libraries/bin/python')
  const make = `import tiny; tiny.samples("${work}")`
  const sampled = spawnSync(maker, ['-c', make], { encoding: 'utf8', cwd: models, env: { PYTHONDONTWRITEBYTECODE: '1' } })
  if (sampled.status !== 0) throw new Error(sampled.stderr)
}, 660_000)

afterAll(async () => {
  if (runnable.length === 0) return
  await hub[Symbol.asyncDispose]()
  rmSync(work, { recursive: true, force: true })
  recordRuns(ran)
})

// One process per core: vitest.config.ts sets how many run in parallel.
describe('printed Python runs as it stands', () => {
  for (const [name, each] of Object.entries(cases))
    test.concurrent(`${each.library}: ${name}`, async ({ skip }) => {
      const reason = lacking(each)
      skip(reason !== null, reason ?? '')
      expect(made.get(name)?.error).toBeUndefined()
      const repo = `${admin.name}/run-${name}`
      const blocks = await loadBlocks(hub, repo, each.library, 'python')
      expect(blocks.length).toBeGreaterThan(0)
      const keys = await runKeys(repo, each.library, blocks)
      for (const block of blocks) {
        const { status, output, folder } = await run(each, block)
        if (status !== 0) throw new Error(`${block.code}\n${output}`)
        if (each.writes !== undefined) expect(existsSync(join(folder, each.writes))).toBe(true)
        const release = each.packages[0] ?? ''
        ran[keys.get(block.id) ?? ''] = ranWith(`${release} ${releases.get(python(each))?.get(plain(release)) ?? ''}`)
      }
      finished.add(name)
    })
})

// Stale claims can only be found when all cases of a library ran: blocks of a removed case have different keys by now, or none.
test('what is written down as run is among what runs here', ({ skip }) => {
  const missing = Object.entries(cases).filter(([, each]) => lacking(each) !== null)
  skip(missing.length > 0, `not all cases can run here: ${missing.map(([name]) => name).join(', ')}`)
  skip(finished.size < runnable.length, `only ${finished.size} of ${runnable.length} cases ran`)
  const partly = new Set(Object.entries(all).flatMap(([name, { library }]) => (finished.has(name) ? [] : [library])))
  const libraries = new Set(Object.keys(ran).map((key) => key.split('/')[0] ?? ''))
  const claimed = Object.keys(recordedRuns()).filter((key) => libraries.difference(partly).has(key.split('/')[0] ?? ''))
  expect(claimed.filter((key) => !Object.hasOwn(ran, key))).toEqual([])
})

describe('a private repo at a pinned commit', () => {
  // One case per library; the model it builds on stays public.
  const firstOf = new Map(
    Object.entries(all)
      .toReversed()
      .map(([name, { library }]) => [library, name]),
  )
  const ofLibraries = Object.entries(cases).filter(([name, { library }]) => firstOf.get(library) === name && name !== 'text-generation')
  for (const [name, each] of ofLibraries)
    test.concurrent(`${each.library}: with the token of the environment, not without`, async ({ skip }) => {
      const reason = lacking(each)
      skip(reason !== null, reason ?? '')
      const repo = `${admin.name}/run-${name}`
      const { sha } = (await (await hub.fetch(`/api/models/${repo}`)).json()) as { sha: string }
      const settings = { method: 'PUT', body: JSON.stringify({ private: true }), headers: { 'content-type': 'application/json' } }
      expect((await hub.fetch(`/api/models/${repo}/settings`, settings)).status).toBe(200)
      const [block] = await loadBlocks(hub, repo, each.library, 'python', sha)
      if (!block) throw new Error('no block')
      // How a library reports the rejection does not matter: it is enough that the files are refused.
      const stranger = await fetch(`${hub.url}/${repo}/resolve/${sha}/README.md`)
      expect(stranger.status).toBe(401)
      const { status, output } = await run(each, block, { HF_TOKEN: admin.token })
      if (status !== 0) throw new Error(`${block.code}\n${output}`)
    })
})

let homes = 0

/** Runs a block in its own home folder. */
async function run(
  each: Case,
  block: Block,
  extra?: Record<string, string>,
): Promise<{ status: number | null; output: string; folder: string }> {
  const home = join(work, `home-${homes++}`)
  const folder = join(home, 'work')
  mkdirSync(folder, { recursive: true })
  let { code } = block
  for (const placeholder of block.placeholders) {
    const sample = samples.find(([asked]) => asked.test(placeholder))?.[1]
    if (sample !== undefined) code = code.replaceAll(JSON.stringify(placeholder), JSON.stringify(join(work, sample)))
  }
  const program = python(each)
  // One thread each: with more, a thread that waits for a busy core spins, and takes many times as long.
  const child = spawn(program, ['-c', code], {
    env: cleanEnvironment(home, join(program, '..'), { OMP_NUM_THREADS: '1', ...extra }),
    cwd: folder,
    timeout: 200_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
  const status = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  return { status, output: output.slice(-4_000), folder }
}

/** Returns the key that a run of each block is recorded under. */
async function runKeys(repo: string, library: string, blocks: readonly Block[]): Promise<Map<string, string>> {
  const info = (await (await hub.fetch(`/api/models/${repo}`)).json()) as Parameters<typeof toModelFacts>[0]
  const known = findLibrary(library)
  if (!known) throw new Error(`no library ${library}`)
  const keys = new Map(libraryPlan(known, toModelFacts(info), targetFor(hub.url)).map(({ id, runKey }) => [id, runKey]))
  return new Map(
    blocks.map(({ id }) => {
      const key = keys.get(id)
      if (key === undefined || key === null) throw new Error(`${id} has no key to be recorded under`)
      return [id, key]
    }),
  )
}

/** Returns the packages of an environment with their releases. If a package appears twice, the first one counts, since it is the one imported. */
function installed(program: string): Map<string, string> {
  const list = 'import importlib.metadata as m\nfor d in m.distributions(): print(d.metadata["Name"], d.version)'
  const { stdout } = spawnSync(program, ['-c', list], { encoding: 'utf8' })
  const found = stdout.split('\n').map((line) => [plain(line.split(' ')[0] ?? ''), line.split(' ')[1] ?? ''] as const)
  return new Map(found.toReversed())
}

/** Normalizes a name the way PyPI compares it. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-')
}
