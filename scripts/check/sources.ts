import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The repository's root folder. */
export const root = join(import.meta.dirname, '../..')

export interface Import {
  /** As written: a package name or a relative path. */
  readonly specifier: string
  /** Erased at run time, so it creates no runtime dependency between modules. */
  readonly typeOnly: boolean
}

const statement = /^(?:import|export)\s+(?:(type)\s)?(?:([^'";]*?)\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm

/** Returns every import and re-export of a TypeScript source, in order. Indented ones are in template literals, which are printed, not run. */
export function importsOf(source: string): Import[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...code.matchAll(statement)].map(([, type, names, from, dynamic]) => ({
    specifier: from ?? dynamic ?? '',
    typeOnly: type === 'type' || (names !== undefined && /^\{(?:\s*type\s+[\w$]+(?:\s+as\s+[\w$]+)?\s*,?)+\s*\}$/.test(names.trim())),
  }))
}

/** Returns the paths of the TypeScript sources below a folder, relative to the root. */
export function sourcesBelow(folder: string, base = root): string[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, {
    cwd: base,
    exclude: (path) => /^(?:node_modules|build|dist|golden|fixtures|\.[^/]+)$/.test(basename(path)),
  }).sort()
}

export function read(path: string, base = root): string {
  return readFileSync(join(base, path), 'utf8')
}

/** Returns the workspace folders that the root's package.json lists, relative to the root, in order. */
export function workspacesOf(base = root): string[] {
  const { workspaces } = JSON.parse(read('package.json', base)) as { workspaces: string[] }
  return workspaces
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: base }))
    .map((path) => dirname(path))
    .sort()
}
