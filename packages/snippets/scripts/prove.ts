import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allLibraries, modelSnippets, targetFor, toModelFacts } from '../src/index.ts'

/*
 * Finds out what can be proven of each library's code, and writes src/proofs/proofs.json. Nothing in that file is written by hand.
 * Levels: `literals` (the tests' parsers read every golden and every hole back: true of all, or the tests fail), then `names` (every module,
 * imported name, called attribute and keyword argument is found in the source of the current release), then `runs` (e2e/snippets ran that
 * block; recorded with RECORD_PROOFS=1).
 * `--runs` takes over what ran and looks nothing up.
 * Needs Python 3 with pip, and the package registries. Packages are unpacked and read, never imported.
 */
const root = join(import.meta.dirname, '..')
const target = targetFor('https://hub.example.org')
const today = new Date().toISOString().slice(0, 10)

/** What is downloaded to look names up in; the first one names the release. */
const packages: Record<string, readonly string[]> = {
  transformers: ['transformers'],
  diffusers: ['diffusers'],
  'sentence-transformers': ['sentence-transformers', 'pylate'],
  gguf: ['llama-cpp-python', 'huggingface_hub'],
  peft: ['peft', 'transformers'],
  sklearn: ['joblib', 'skops', 'huggingface_hub'],
  timm: ['timm'],
  spacy: ['spacy', 'huggingface_hub'],
  'keras-hub': ['keras-hub', 'keras'],
  ultralytics: ['ultralytics', 'huggingface_hub'],
  onnx: ['onnxruntime', 'huggingface_hub'],
}

const versions = new Map<string, string>()
const ran = existing('runs.json')
const proofs: Record<string, { level: string; against: string | null; date: string }> = {}
if (process.argv.includes('--runs')) {
  // What names were found stays as it was recorded; only what ran is taken over.
  const known = Object.entries(existing('proofs.json')).filter(([key]) => !key.includes('/'))
  for (const [key, proof] of [...known, ...Object.entries(ran)]) if (proof) proofs[key] = proof
  write()
  process.exit(0)
}
const folder = mkdtempSync(join(tmpdir(), 'portolan-prove-'))
try {
  for (const { id } of allLibraries()) {
    proofs[id] = { level: 'literals', against: null, date: today }
    const wanted = packages[id]
    if (wanted === undefined) continue
    const result = checkNames(id, wanted)
    if (result === null) continue
    console.log(`${id.padEnd(22)} ${result.against.padEnd(28)} ${result.checked} names, ${result.missing.length} missing`)
    for (const name of result.missing) console.log(`    ${name}`)
    if (result.missing.length === 0 && result.checked > 0) proofs[id] = { level: 'names', against: result.against, date: today }
  }
  proofs['files'] = { level: 'literals', against: null, date: today }
  // Only the blocks that ran are said to have run; the others of the library keep what was proven of it.
  for (const [block, proof] of Object.entries(ran)) if (proof) proofs[block] = proof
} finally {
  rmSync(folder, { recursive: true, force: true })
}
write()

function write(): void {
  writeFileSync(join(root, 'src/proofs/proofs.json'), `${JSON.stringify(proofs, null, 2)}\n`)
}

/** What e2e/snippets wrote down when it ran code for real. */
function existing(file: string): Record<string, { level: string; against: string; date: string } | undefined> {
  try {
    return JSON.parse(readFileSync(join(root, 'src/proofs', file), 'utf8')) as Record<
      string,
      { level: string; against: string; date: string }
    >
  } catch {
    return {}
  }
}

function checkNames(id: string, wanted: readonly string[]): { against: string; checked: number; missing: string[] } | null {
  const roots: string[] = []
  let against = ''
  for (const name of wanted) {
    const into = join(folder, name)
    const download = join(folder, `${name}-download`)
    if (!readable(into)) {
      const done = spawnSync(
        'python3',
        [
          '-m',
          'pip',
          'download',
          '--quiet',
          '--no-deps',
          '--no-binary',
          name === 'llama-cpp-python' ? name : ':none:',
          '--dest',
          download,
          name,
        ],
        { encoding: 'utf8', timeout: 300_000 },
      )
      if (done.status !== 0) {
        console.log(`${id.padEnd(22)} ${name} could not be downloaded: ${done.stderr.trim().split('\n').at(-1)}`)
        return null
      }
      const file = readdirSync(download)[0] ?? ''
      execFileSync('python3', [
        '-c',
        'import sys, shutil; shutil.unpack_archive(sys.argv[1], sys.argv[2], "zip" if sys.argv[1].endswith(".whl") else None)',
        join(download, file),
        into,
      ])
      versions.set(name, /-(\d[^-]*?)(?:-|\.tar|\.zip)/.exec(file)?.[1] ?? '')
    }
    if (against === '') against = `${name} ${versions.get(name) ?? ''}`.trim()
    const inner = readdirSync(into)
    // A source archive has one folder of its own around the packages.
    roots.push(inner.length === 1 ? join(into, inner[0] ?? '') : into)
  }
  const files: Record<string, string> = {}
  for (const file of readdirSync(join(root, 'fixtures', id))) {
    const record = JSON.parse(readFileSync(join(root, 'fixtures', id, file), 'utf8')) as unknown
    if (file.startsWith('hostile')) continue
    for (const block of modelSnippets(toModelFacts(record), target)[0]?.blocks ?? []) {
      if (block.language === 'python') files[`${file}/${block.id}`] = block.code
    }
  }
  const answer = execFileSync('python3', [join(import.meta.dirname, 'check_names.py')], {
    input: JSON.stringify({ roots, files }),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return { against, ...(JSON.parse(answer) as { checked: number; missing: string[] }) }
}

function readable(path: string): boolean {
  try {
    return readdirSync(path).length > 0
  } catch {
    return false
  }
}
