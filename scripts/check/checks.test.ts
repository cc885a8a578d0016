import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { boundaryProblems } from './boundaries.ts'
import { checkNames, runChecks } from './checks.ts'
import { layerProblems } from './layers.ts'
import { root, workspacesOf } from './sources.ts'
import { tsconfigProblems } from './tsconfigs.ts'

const typeError = "export const size: number = 'ten'\n"
const looseError = 'export const options: { name?: string } = { name: undefined }\n'

/** The project without its sources: manifests, settings and packages, and the files that a test plants. */
async function bareProject(planted: Readonly<Record<string, string>>): Promise<string> {
  const base = await mkdtemp(join(tmpdir(), 'portolan-check-'))
  onTestFinished(() => rm(base, { recursive: true }))
  const workspaces = workspacesOf()
  const settings = ['package.json', 'tsconfig.base.json', 'tsconfig.json', '.oxlintrc.json']
  const files = [...settings, ...workspaces.flatMap((folder) => [`${folder}/package.json`, `${folder}/tsconfig.json`])]
  await Promise.all(files.map((file) => cp(join(root, file), join(base, file))))
  await symlink(join(root, 'node_modules'), join(base, 'node_modules'))
  for (const [file, text] of Object.entries(planted)) {
    await mkdir(join(base, dirname(file)), { recursive: true })
    await writeFile(join(base, file), text)
  }
  return base
}

test('regular expressions that are slow for long runs are found', async () => {
  const slow = ['/\\/+$/', '/^-+|-+$/g', '/[.,]*$/', '/\\s+$/', '/={2,}$/']
  const quick = ['/^-+$/', '/(?<!\\/)\\/+$/', '/a-+b$/', '/[+$]/', '/(?:a|-+$)/', '/\\.[a-z]+$/']
  const base = await bareProject({ 'packages/xet/src/planted.ts': `export const all = [${[...slow, ...quick].join(', ')}]\n` })
  const [result] = runChecks(['regexes'], base)
  expect(result?.problems.split('\n')).toEqual(
    slow.map((regex) => `packages/xet/src/planted.ts: ${regex} is slow for long runs; look behind first`),
  )
})

test('words that pages no longer use are found wherever pages show them', async () => {
  const base = await bareProject({
    'apps/web/app/planted.tsx': `// Who can see it: no page shows a comment.
      export const shown = (name: string) => (
        <section aria-label="Who can see it" title={\`New secret for \${name}\`}>
          Delete it for
          good, which is a sum of all goods
          <b>Names</b> of all, Names
        </section>
      )
    `,
    'packages/pages/src/planted.ts': "export const words = ['The hub’s limit', 'for goods', 'Readying', 'Ready']\n",
    'packages/pages/src/planted.test.ts': "export const words = ['Ready']\n",
    'packages/hub/src/planted.ts': "export const words = ['Ready']\n",
  })
  const [result] = runChecks(['words'], base)
  expect(result?.problems.split('\n')).toEqual([
    'apps/web/app/planted.tsx: “Who can see it”: instead of “who can see it”: Visibility',
    'apps/web/app/planted.tsx: “New secret for”: instead of “new secret”: Regenerate',
    'apps/web/app/planted.tsx: “Delete it for good, which is a sum of all goods”: instead of “for good”: permanently',
    'apps/web/app/planted.tsx: “Names”: instead of “Names”: Symbols checked',
    "packages/pages/src/planted.ts: “The hub's limit”: instead of “the hub's limit”: Default limit",
    'packages/pages/src/planted.ts: “Ready”: instead of “Ready”: Open',
  ])
})

describe('types', () => {
  const folders = [
    ...workspacesOf().flatMap((folder) => [folder, `${folder}/${folder === 'apps/web' ? 'app' : 'src'}`]),
    'scripts',
    'e2e',
    'bench',
    '.',
  ]

  test('of every workspace, and of what belongs to none, are checked', async () => {
    // What is printed is plain there, too.
    vi.stubEnv('CI', 'true')
    onTestFinished(() => void vi.unstubAllEnvs())
    const base = await bareProject(Object.fromEntries(folders.map((folder) => [`${folder}/planted.ts`, typeError])))
    const said = JSON.stringify(runChecks(['lint-and-types'], base))
    const silent = folders.filter((folder) => !said.includes(`[${join(folder, 'planted.ts')}:1:14]`))
    expect(silent).toEqual([])
    expect(folders.length).toBeGreaterThan(30)
  })

  test('are as strict everywhere but in the pages', async () => {
    const base = await bareProject(Object.fromEntries(folders.map((folder) => [`${folder}/planted.ts`, looseError])))
    const said = JSON.stringify(runChecks(['lint-and-types'], base))
    const silent = folders.filter((folder) => !said.includes(`[${join(folder, 'planted.ts')}:1:14]`))
    expect(silent).toEqual(['apps/web', 'apps/web/app'])
  })

  test('no comment of the lint hides a type error', async () => {
    const base = await bareProject({ 'packages/xet/src/planted.ts': `/* oxlint-disable */\n${typeError}` })
    expect(runChecks(['lint-and-types'], base)).toMatchObject([{ problems: expect.stringContaining('TS2322') as string }])
  })
})

describe('tsconfigs', () => {
  test('a source that none includes is named', async () => {
    const base = await bareProject({ 'packages/xet/more/planted.ts': '', 'tools/planted.ts': '', 'packages/xet/golden/printed.ts': '' })
    expect(tsconfigProblems(base)).toEqual([
      'tsconfig.json does not include tools/planted.ts',
      'packages/xet/tsconfig.json does not include more/planted.ts',
    ])
  })

  test('a workspace without one, or with options of its own, is named', async () => {
    const base = await bareProject({
      'packages/new/package.json': '{}',
      'packages/loose/package.json': '{}',
      'packages/loose/tsconfig.json': '{ "include": ["src"] }',
    })
    expect(tsconfigProblems(base)).toEqual([
      'packages/loose/tsconfig.json does not extend tsconfig.base.json',
      'packages/new/tsconfig.json is missing',
    ])
  })
})

describe('boundaries', () => {
  test.for([
    ['packages/git', '@portolan/hub', "import { openHub } from '@portolan/hub'\n"],
    ['packages/sandbox', '@portolan/contract', "export * from '@portolan/contract'\n"],
    ['packages/preview', '@portolan/engine', "import type { Engine } from '@portolan/engine'\n"],
    ['packages/xet', '@portolan/git', "export const git = await import('@portolan/git')\n"],
    ['packages/hub', '@portolan/server', "import '@portolan/server'\n"],
  ] as const)('%s may not import %s', async ([folder, name, text]) => {
    const base = await bareProject({ [`${folder}/src/planted.ts`]: text })
    expect(boundaryProblems(base)).toContain(`${folder}/src/planted.ts: ${folder} may not import ${name}`)
  })

  test('a relative import may not leave its workspace', async () => {
    const base = await bareProject({ 'packages/git/src/planted.ts': "import '../../hub/src/index.ts'\n" })
    expect(boundaryProblems(base)).toEqual([
      'packages/git/src/planted.ts: ../../hub/src/index.ts leaves packages/git; import the package instead',
    ])
  })

  test('a workspace that nothing was said of is named', async () => {
    const base = await bareProject({ 'packages/new/package.json': '{}' })
    expect(boundaryProblems(base)).toEqual(['packages/new: scripts/check/boundaries.ts does not say what it may import'])
  })

  test('the project without its sources has no problem', async () => {
    expect(boundaryProblems(await bareProject({}))).toEqual([])
  })
})

describe('layers', () => {
  /** A copy of the project's layered sources, with the planted files. */
  async function projectWith(planted: Readonly<Record<string, string>>): Promise<string> {
    const base = await bareProject({})
    for (const folder of ['packages/hub/src', 'apps/web/app', 'docs']) await cp(join(root, folder), join(base, folder), { recursive: true })
    for (const [file, text] of Object.entries(planted)) {
      await mkdir(join(base, dirname(file)), { recursive: true })
      await writeFile(join(base, file), text)
    }
    return base
  }

  test.for([
    ['packages/hub/src/foundation/events/planted.ts', '../../changes/commits/index.ts', 'foundation to changes'],
    ['packages/hub/src/identity/planted.ts', '../operations/index.ts', 'identity to operations'],
    ['apps/web/app/ui/planted.tsx', '../features/repo-header.tsx', 'ui to features'],
  ] as const)('%s may not import %s', async ([file, specifier, way]) => {
    const base = await projectWith({ [file]: `import type { A } from '${specifier}'\n` })
    expect(layerProblems(base)).toContain(`${file}: ${specifier} imports a higher layer, from ${way}`)
  })

  test('modules are imported through their index, and not in a cycle', async () => {
    const base = await projectWith({
      'packages/hub/src/repository/lfs/planted.ts': "export { a } from '../xet/accept-shard.ts'\n",
      'packages/hub/src/repository/search/planted.ts': "import '../gating/index.ts'\n",
      'packages/hub/src/repository/gating/planted.ts': "import '../search/index.ts'\n",
    })
    const said = layerProblems(base).join('\n')
    expect(said).toContain('packages/hub/src/repository/lfs/planted.ts: import repository/xet through repository/xet/index.ts')
    expect(said).toContain('modules import each other in a cycle: ')
  })

  test('a folder that is no layer, one that is too large, and a drawing that is not the code are named', async () => {
    const base = await projectWith({
      'packages/hub/src/helpers/planted.ts': 'export {}\n',
      'packages/hub/src/identity/large/index.ts': '// a line\n'.repeat(30_000),
    })
    const said = layerProblems(base).join('\n')
    expect(said).toContain('packages/hub/src/helpers is not a layer: add it in scripts/check/layers.ts')
    expect(said).toMatch(/packages\/hub\/src\/identity has \d+ % of the lines, more than 25 %/)
    expect(said).toContain('The drawing of the layers in docs/map.md is out of date: run npm run map')
  })
})

describe('npm run check', () => {
  const check = (...args: string[]) => spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' })

  test('runs the named checks, and tells programs what they found', () => {
    const { stdout, status } = check('boundaries', 'tsconfigs', '--json')
    expect(JSON.parse(stdout)).toEqual([
      { name: 'tsconfigs', problems: '' },
      { name: 'boundaries', problems: '' },
    ])
    expect(status).toBe(0)
  })

  test('refuses a name that it does not know', () => {
    const { stderr, status } = check('boundries')
    expect(stderr).toBe(`Unknown check boundries. Known: ${checkNames.join(', ')}\n`)
    expect(status).toBe(2)
  })

  test('says so when the size of the pages is not known', async () => {
    expect(runChecks(['page-size'], await bareProject({}))).toEqual([
      { name: 'page-size', problems: '', skipped: 'the pages are not built; provide them with: npm run build' },
    ])
  })
})
