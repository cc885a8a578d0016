import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Packages whose types define the available names. Their current releases are downloaded; none of their code is run. */
export interface JavaScriptPackages {
  readonly folder: string
  readonly versions: ReadonlyMap<string, string>
}

/** Installs the current releases below the folder, without install scripts. */
export function installPackages(folder: string, names: readonly string[]): JavaScriptPackages {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--loglevel=error',
    ...names.map((name) => `${name}@latest`),
    '@types/node@latest',
  ]
  const done = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' } })
  if (done.status !== 0) throw new Error(`npm install ended with ${done.status}: ${done.stderr}`)
  return { folder, versions: new Map(names.map((name) => [name, versionOf(join(folder, 'node_modules', name))])) }
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
}

/** The TypeScript checker's errors for each code, as a separate module; an empty list for correct code. */
export function typescriptErrors(packages: JavaScriptPackages, codes: readonly string[]): string[][] {
  if (codes.length === 0) return []
  const folder = join(packages.folder, 'check')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [i, code] of codes.entries()) writeFileSync(join(folder, `code-${i}.mjs`), code)
  const options = {
    compilerOptions: {
      allowJs: true,
      checkJs: true,
      noEmit: true,
      strict: false,
      noImplicitAny: false,
      module: 'nodenext',
      moduleResolution: 'nodenext',
      target: 'esnext',
      lib: ['esnext', 'dom'],
      types: ['node'],
      skipLibCheck: true,
    },
    include: ['*.mjs'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  if (!existsSync(join(folder, 'node_modules'))) symlinkSync(join(packages.folder, 'node_modules'), join(folder, 'node_modules'))
  const done = spawnSync('tsc', ['-p', folder, '--pretty', 'false'], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (done.error) throw done.error
  const errors: string[][] = codes.map(() => [])
  for (const line of done.stdout.split('\n')) {
    const [, index, text] = /code-(\d+)\.mjs\(\d+,\d+\): error (.*)$/.exec(line) ?? []
    if (index !== undefined) errors[Number(index)]?.push(text ?? '')
    else if (/error TS/.test(line)) throw new Error(`tsc: ${line}`)
  }
  return errors
}
