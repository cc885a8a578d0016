import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/*
 * Adding a library takes one file and one golden: tested on a copy of this package. A script generates the index from the folder.
 */
const root = join(import.meta.dirname, '..')

const library = `import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://tide.example.org — API of release 1 */
export const library = defineLibrary({
  id: 'tide',
  label: 'Tide',
  repo: 'https://git.example.org/tide',
  downloads: 'default',
  names: { pypi: ['tide'] },
  install: () => ({ python: ['tide'] }),
  snippets(facts, target) {
    const code = py\`
      from tide import Model

      model = Model.load(\${facts.id}\${pythonRevision(target)})
    \`
    return { drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }] }
  },
})
`
const golden = `# Install
# pip install -U tide

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from tide import Model

model = Model.load("ada/model")
`

test('adding a library takes one file and one golden', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-add-'))
  try {
    for (const part of ['src', 'scripts', 'proofs', 'fixtures', 'golden', 'golden-datasets', 'package.json'])
      cpSync(join(root, part), join(folder, part), { recursive: true })
    symlinkSync(join(root, '../../node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'vitest.config.ts'), `export default { test: { include: ['src/goldens.test.ts'], testTimeout: 60_000 } }\n`)
    writeFileSync(join(folder, 'src/libraries/tide.ts'), library)
    execFileSync(process.execPath, [join(folder, 'scripts/gen-libraries.ts')])
    const goldens = () => {
      const done = spawnSync('vitest', ['run', '--root', folder, '--reporter=dot'], {
        encoding: 'utf8',
        env: { ...process.env, GOLDENS: 'tide', VITEST: '', CI: '' },
      })
      return { passes: done.status === 0, output: done.stdout + done.stderr }
    }

    const without = goldens()
    expect(without.passes).toBe(false)
    expect(without.output).toContain('tide/ordinary.py')

    mkdirSync(join(folder, 'golden/tide'))
    writeFileSync(join(folder, 'golden/tide/ordinary.py'), golden)
    expect(goldens()).toMatchObject({ passes: true })

    // Nothing else changed except the line in the index.
    const changed = spawnSync(
      'diff',
      [
        '-rq',
        '--exclude=node_modules',
        '--exclude=*.tsbuildinfo',
        '--exclude=vitest.config.ts',
        '--exclude=tsconfig.json',
        '--exclude=README.md',
        root,
        folder,
      ],
      {
        encoding: 'utf8',
      },
    ).stdout
    expect(
      changed
        .trim()
        .split('\n')
        .map((line) => line.replaceAll(folder, 'copy').replaceAll(root, 'ours'))
        .sort(),
    ).toEqual([
      'Files ours/src/libraries.gen.ts and copy/src/libraries.gen.ts differ',
      'Only in copy/golden: tide',
      'Only in copy/src/libraries: tide.ts',
    ])
    const index = readFileSync(join(folder, 'src/libraries.gen.ts'), 'utf8').split('\n')
    const before = new Set(readFileSync(join(root, 'src/libraries.gen.ts'), 'utf8').split('\n'))
    expect(index.filter((line) => !before.has(line))).toEqual(["import { library as libTide } from './libraries/tide.ts'", '  libTide,'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
