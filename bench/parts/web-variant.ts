import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '../..')
const web = join(root, 'apps/web')

/** Pages built in a separate folder. */
export interface WebVariant {
  /** Argument for `loadPages`. */
  readonly build: URL
  /** Assets the browser loads for a model's page, besides the page itself: gzipped bytes, level 9. */
  readonly assets: { readonly script: number; readonly style: number }
}

/**
 * Builds the pages with some of their files replaced.
 * @param replacements file contents by path below `apps/web/app`
 */
export async function buildVariant(folder: string, replacements: Readonly<Record<string, string>>): Promise<WebVariant> {
  mkdirSync(folder, { recursive: true })
  for (const part of ['app', 'public', 'package.json', 'tsconfig.json', 'vite.config.ts', 'react-router.config.ts'])
    cpSync(join(web, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // The tsconfig extends a file two folders up, so point it to the root.
  writeFileSync(join(folder, 'tsconfig.json'), readFileSync(join(web, 'tsconfig.json'), 'utf8').replace('../../', `${root}/`))
  for (const [path, text] of Object.entries(replacements)) writeFileSync(join(folder, 'app', path), text)
  const done = spawnSync(process.execPath, [realpathSync(join(root, 'node_modules/.bin/react-router')), 'build'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (done.status !== 0) throw new Error(`The pages do not build in ${folder}:\n${done.stdout}${done.stderr}`)
  const build = new URL('build/', `${pathToFileURL(folder).href}/`)
  return { build, assets: await assetBytes(build) }
}

interface Manifest {
  readonly entry: { readonly module: string; readonly imports: readonly string[] }
  readonly routes: Readonly<
    Record<string, { readonly module: string; readonly imports?: readonly string[]; readonly css?: readonly string[] } | undefined>
  >
}

async function assetBytes(build: URL): Promise<WebVariant['assets']> {
  const { assets } = (await import(new URL('server/index.js', build).href)) as { assets: Manifest }
  const scripts = new Set([assets.entry.module, ...assets.entry.imports])
  const styles = new Set<string>()
  for (const id of ['root', 'model']) {
    const route = assets.routes[id]
    if (!route) throw new Error(`The build has no route ${id}`)
    for (const file of [route.module, ...(route.imports ?? [])]) scripts.add(file)
    for (const file of route.css ?? []) styles.add(file)
  }
  const bytes = (files: ReadonlySet<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(`client${file}`, build)), { level: 9 }).length, 0)
  return { script: bytes(scripts), style: bytes(styles) }
}
