import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse as parseJavaScript } from 'acorn'
import { describe, expect, test } from 'vitest'
import { generatedIndex } from '../scripts/gen-libraries.ts'
import { examplesOf } from '../scripts/examples.ts'
import { allLibraries, asFile, type Language, modelSnippets, targetFor, toModelFacts } from './index.ts'

const root = join(import.meta.dirname, '..')
const endings = { python: 'py', javascript: 'mjs', shell: 'sh', csharp: 'cs' } as const satisfies Record<Language, string>
const hub = targetFor('https://hub.example.org')
/** Cases that show what a private, gated repo at a pinned revision adds. */
const guarded = { ...hub, visibility: 'private', gated: 'manual', revision: 'refs/pr/1' } as const

/** A library without code of its own prints what `files` prints. */
const printed = ['files', ...allLibraries().flatMap(({ id, snippets }) => (snippets ? [id] : []))]
const cases = printed.flatMap((id) => examplesOf(id))

/**
 * Expected files of a case: one per language that loads the model, as the page gives it for download, with the lines that prepare it as comments.
 * Hostile cases also for a private repo at a revision.
 */
function outputs({ library, name, record }: (typeof cases)[number]): Map<string, string> {
  const files = new Map<string, string>()
  for (const [suffix, target] of [['', hub], ...(name === 'hostile' ? [['-private', guarded] as const] : [])] as const) {
    const [set] = modelSnippets(toModelFacts(record), target, {
      library: library === 'files' ? 'files' : ((record as { library_name?: string }).library_name ?? library),
    })
    if (!set) continue
    for (const language of set.languages) {
      const text = asFile(set.blocks, endings[language])
      if (text !== null) files.set(`${library}/${name}${suffix}.${endings[language]}`, text)
    }
  }
  return files
}

/** `GOLDENS=timm,peft` looks at (and with UPDATE_GOLDENS=1 writes) these only. */
const only = process.env['GOLDENS']?.split(',')
const expected = new Map(cases.filter(({ library }) => only?.includes(library) ?? true).flatMap((each) => [...outputs(each)]))

describe('goldens', () => {
  test('every library with code of its own has a golden, and every folder of fixtures or goldens belongs to a library', () => {
    for (const id of printed) {
      if (!(only?.includes(id) ?? true)) continue
      expect({ id, goldens: [...expected.keys()].filter((path) => path.startsWith(`${id}/`)).length }).not.toEqual({ id, goldens: 0 })
    }
    for (const folder of ['fixtures', 'golden']) for (const id of readdirSync(join(root, folder))) expect(printed).toContain(id)
  })

  test('the printed code equals the golden files, byte for byte (UPDATE_GOLDENS=1 writes them)', () => {
    const folder = join(root, 'golden')
    if (process.env['UPDATE_GOLDENS'] === '1') {
      for (const id of only ?? ['']) rmSync(join(folder, id), { recursive: true, force: true })
      for (const [path, text] of expected) {
        mkdirSync(join(folder, path, '..'), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
    }
    const present = existsSync(folder)
      ? readdirSync(folder)
          .filter((library) => only?.includes(library) ?? true)
          .flatMap((library) => readdirSync(join(folder, library)).map((file) => `${library}/${file}`))
      : []
    expect(present.sort()).toEqual([...expected.keys()].sort())
    for (const [path, text] of expected) expect({ path, text: readFileSync(join(folder, path), 'utf8') }).toEqual({ path, text })
  })

  test('no golden holds what must never be printed', () => {
    for (const [path, text] of expected) {
      expect({ path, bad: /undefined|\bnull\b(?=\))|!pip|^\s*(\$|>>>) |NaN|hf_[A-Za-z0-9]{20}/m.exec(text)?.[0] ?? null }).toEqual({
        path,
        bad: null,
      })
      expect(text.endsWith('\n')).toBe(true)
    }
  })
})

describe("goldens parse with their language's own parser", () => {
  const of = (ending: string) => [...expected].filter(([path]) => path.endsWith(ending))

  test('JavaScript (acorn, as a module)', () => {
    for (const [, text] of of('.mjs')) parseJavaScript(text, { ecmaVersion: 'latest', sourceType: 'module' })
    if (!only) expect(of('.mjs').length).toBeGreaterThan(3)
  })

  test.skipIf(spawnSync('python3', ['--version']).status !== 0)('Python (ast)', () => {
    const program =
      'import sys, json, ast\nfor path, text in json.load(sys.stdin):\n    try:\n        ast.parse(text)\n    except SyntaxError as error:\n        print(path, error)'
    const done = spawnSync('python3', ['-c', program], { input: JSON.stringify(of('.py')), encoding: 'utf8' })
    expect(done.stderr + done.stdout).toBe('')
    if (!only) expect(of('.py').length).toBeGreaterThan(30)
  })

  test.skipIf(spawnSync('bash', ['--version']).status !== 0)('shell (bash -n)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portolan-sh-'))
    for (const [path, text] of of('.sh')) {
      const file = join(folder, path.replaceAll('/', '_'))
      writeFileSync(file, text)
      expect(spawnSync('bash', ['-n', file], { encoding: 'utf8' }).stderr).toBe('')
    }
    rmSync(folder, { recursive: true })
  })
})

test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
  'hostile metadata stays data: the ids in the code are exactly the id (python3)',
  () => {
    const record = cases.find(({ library, name }) => library === 'onnx' && name === 'hostile')?.record as { id: string }
    const python = [...expected].filter(([path]) => path.endsWith('hostile.py')).map(([, text]) => text)
    if (only && python.length === 0) return
    const program =
      'import sys, json, ast\nfor text in json.load(sys.stdin):\n    tree = ast.parse(text)\n    names = sorted({n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} & {"system"})\n    calls = [n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n.attr == "system"]\n    strings = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]\n    print(json.dumps([names + calls, any(sys.argv[1] in s for s in strings)]))'
    const done = spawnSync('python3', ['-c', program, record.id], { input: JSON.stringify(python), encoding: 'utf8' })
    const lines = done.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [string[], boolean])
    expect(lines.length).toBe(python.length)
    for (const line of lines) expect(line).toEqual([[], true])
  },
)

test('the index of libraries is up to date (node scripts/gen-libraries.ts)', () => {
  expect(readFileSync(join(root, 'src/libraries.gen.ts'), 'utf8')).toBe(generatedIndex())
})
