import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { NameSource } from '../src/library.ts'
import type { PrintedBlock } from './printed-block.ts'

/** The result for the names in one printed block. */
export interface NamesFound {
  readonly checked: number
  /** Names that cannot be decided from source. */
  readonly open: number
  readonly missing: readonly string[]
}

/** The results for all checked blocks of a library. */
export interface NamesResult {
  /** `transformers 5.23.0`; `null` when there is no release to check. */
  readonly against: string | null
  /** By block id. A block printed by several examples is looked up in each, and the counts are added. */
  readonly blocks: ReadonlyMap<string, NamesFound>
  /** The reason why nothing was looked up. */
  readonly reason?: string
}

/** The subject of a proof: a model library or a dataset library. */
export interface ProvenLibrary {
  readonly id: string
  readonly label: string
  readonly names: NameSource
  /** Omitted: it has no code of its own. */
  readonly snippets?: unknown
}

/**
 * Distributions of packages that snippets import in addition to the library's own. torch, tensorflow and jax are excluded: their names stay
 * undecided.
 */
const companions: Readonly<Record<string, string>> = {
  PIL: 'pillow',
  accelerate: 'accelerate',
  cv2: 'opencv-python-headless',
  datasets: 'datasets',
  diffusers: 'diffusers',
  einops: 'einops',
  huggingface_hub: 'huggingface_hub',
  hydra: 'hydra-core',
  joblib: 'joblib',
  keras: 'keras',
  librosa: 'librosa',
  numpy: 'numpy',
  omegaconf: 'omegaconf',
  pandas: 'pandas',
  requests: 'requests',
  scipy: 'scipy',
  sklearn: 'scikit-learn',
  soundfile: 'soundfile',
  torchaudio: 'torchaudio',
  torchvision: 'torchvision',
  transformers: 'transformers',
}

/** Commands provided by the system or by the hub clients: not looked up. */
const machineCommands = new Set(
  'cd export pip uv conda hf git curl docker brew cargo npm npx pnpm bun node python python3 bash sh mkdir ls read set winget cmake make ollama unzip wget tar echo cat chmod source'.split(
    ' ',
  ),
)

export interface Distribution {
  readonly version?: string
  readonly folder?: string
  readonly error?: string
}

/** Downloads distributions into a folder that keeps them for the next run. */
export function fetchDistributions(folder: string, names: readonly string[]): Map<string, Distribution> {
  const done = spawnSync('python3', [join(import.meta.dirname, 'fetch_distributions.py'), folder, ...new Set(names)], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (done.status !== 0) throw new Error(`fetch_distributions.py ended with ${done.status}`)
  return new Map(Object.entries(JSON.parse(done.stdout) as Record<string, Distribution>))
}

/** The distributions that a library's code needs in addition to its own. */
export function companionsOf(blocks: readonly PrintedBlock[]): string[] {
  const tops = new Set(
    blocks
      .filter(({ language }) => language === 'python')
      .flatMap(({ code }) => [...code.matchAll(/^\s*(?:from|import) ([A-Za-z_]\w*)/gm)].map(([, top]) => top ?? '')),
  )
  return [...tops].flatMap((top) => (Object.hasOwn(companions, top) ? [companions[top] ?? ''] : []))
}

/** Looks up the names of Python and shell blocks in downloaded distributions. */
export function checkNames(
  library: ProvenLibrary,
  blocks: readonly PrintedBlock[],
  fetched: ReadonlyMap<string, Distribution>,
): NamesResult {
  const nothing = { against: null, blocks: new Map<string, NamesFound>() }
  if ('none' in library.names) return { ...nothing, reason: library.names.none }
  if ('npm' in library.names) return { ...nothing, reason: 'looked up by the TypeScript checker' }
  const [first = ''] = library.names.pypi
  const own = library.names.pypi.map((name) => ({ name, ...fetched.get(name) }))
  const lacking = own.find(({ folder }) => folder === undefined)
  if (lacking) return { ...nothing, reason: `${lacking.name}: ${lacking.error ?? 'was not fetched'}` }
  const others = companionsOf(blocks).flatMap((name) => fetched.get(name)?.folder ?? [])
  const loads = blocks.filter(({ role, otherRelease }) => role === 'load' && otherRelease !== true)
  const of = (language: PrintedBlock['language']) =>
    loads.map((block, i) => ({ block, key: String(i) })).filter(({ block }) => block.language === language)
  const request = {
    folders: [...new Set([...own.flatMap(({ folder }) => folder ?? []), ...others])],
    files: Object.fromEntries(of('python').map(({ block, key }) => [key, block.code])),
    shell: Object.fromEntries(of('shell').map(({ block, key }) => [key, startedBy(block.code)])),
  }
  const done = spawnSync('python3', [join(import.meta.dirname, 'names.py')], {
    input: JSON.stringify(request),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (done.status !== 0) throw new Error(`names.py ended with ${done.status} for ${library.id}: ${done.stderr}`)
  const answer = JSON.parse(done.stdout) as Record<string, NamesFound>
  const found = new Map<string, NamesFound>()
  for (const [key, each] of Object.entries(answer)) {
    const id = loads[Number(key)]?.id ?? ''
    const { checked, open, missing } = found.get(id) ?? { checked: 0, open: 0, missing: [] }
    found.set(id, { checked: checked + each.checked, open: open + each.open, missing: [...new Set([...missing, ...each.missing])] })
  }
  return { against: `${first} ${own[0]?.version ?? ''}`, blocks: found }
}

/** The commands and Python modules that a shell block starts, excluding those available on any machine. */
function startedBy(code: string): { commands: string[]; modules: string[] } {
  const commands: string[] = []
  const modules: string[] = []
  const joined = code.replaceAll(/\\\n\s*/g, ' ').replaceAll(/^\s*#.*$/gm, '')
  for (const line of joined.split('\n')) {
    const words = line.trim().split(/\s+/)
    while (words[0] !== undefined && /^[A-Z_]+=/.test(words[0])) words.shift()
    if (words[0] === 'uv' && words[1] === 'run') words.splice(0, 2)
    const [command, flag, module] = words
    if (command === undefined || command === '') continue
    if (/^python3?$/.test(command)) {
      if (flag === '-m' && module !== undefined) modules.push(module)
    } else if (/^[a-z][\w.-]*$/i.test(command) && !machineCommands.has(command)) commands.push(command)
  }
  return { commands, modules }
}
