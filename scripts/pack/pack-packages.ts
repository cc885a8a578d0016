import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../check/sources.ts'
import { type Manifest, publishedEntries, stagedManifest } from './staged-manifest.ts'

/** The published packages, dependencies first: each is built against the declarations of the ones before it. */
export const publishedPackages = ['tasks', 'gguf', 'chat-template', 'client', 'xet', 'snippets'] as const

export interface Packed {
  readonly name: string
  /** Path of the tarball. */
  readonly tarball: string
  readonly bytes: number
  readonly files: number
}

/**
 * Builds every published package and packs it into `output`, in the order of {@link publishedPackages}. Each is assembled in its own folder below
 * `staging`: JavaScript, declarations, README, license and the package.json of `stagedManifest`.
 * @throws {Error} with the message of the compiler or npm
 */
export function packPackages(output: string, staging = join(root, '.cache/pack')): Packed[] {
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const built = new Map<string, string>()
  return publishedPackages.map((folder) => {
    const source = join(root, 'packages', folder)
    const stage = join(staging, folder)
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest
    mkdirSync(stage, { recursive: true })
    compile(manifest, source, stage, built)
    for (const { subpath, module } of publishedEntries(manifest))
      built.set(manifest.name + subpath.slice(1), join(stage, `dist/${module}.d.ts`))
    copyFileSync(join(source, 'README.md'), join(stage, 'README.md'))
    copyFileSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(stagedManifest(manifest), null, 2)}\n`)
    return pack(stage, output)
  })
}

/**
 * Compiles the entries and everything they import. Stricter than the type check: without the types of Node, so that code that browsers cannot run
 * does not compile, and with the standard library of Node 22.
 */
function compile(manifest: Manifest, source: string, stage: string, built: ReadonlyMap<string, string>): void {
  const config = join(stage, 'tsconfig.json')
  const from = (path: string) => `./${relative(stage, path)}`
  writeFileSync(
    config,
    JSON.stringify({
      extends: from(join(root, 'tsconfig.base.json')),
      compilerOptions: {
        target: 'ES2024',
        lib: ['ES2024', 'ES2025.Iterator', 'ES2025.Collection', 'DOM', 'DOM.Iterable'],
        types: [],
        noEmit: false,
        declaration: true,
        allowImportingTsExtensions: false,
        rewriteRelativeImportExtensions: true,
        resolveJsonModule: true,
        rootDir: from(join(source, 'src')),
        outDir: './dist',
        paths: Object.fromEntries([...built].map(([name, declarations]) => [name, [from(declarations)]])),
      },
      files: publishedEntries(manifest).map(({ module }) => from(join(source, `src/${module}.ts`))),
    }),
  )
  run('tsc', ['-p', config], root)
  rmSync(config)
}

function pack(stage: string, output: string): Packed {
  const listed = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', output], stage)) as unknown
  const packed = (Array.isArray(listed) ? listed[0] : Object.values(listed as object)[0]) as {
    name: string
    filename: string
    size: number
    entryCount: number
  }
  return { name: packed.name, tarball: join(output, packed.filename), bytes: packed.size, files: packed.entryCount }
}

function run(command: string, args: readonly string[], folder: string): string {
  const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' })
  if (done.error) throw done.error
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${folder}:\n${done.stdout}${done.stderr}`)
  return done.stdout
}
