import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The repository's root folder. */
export const root = join(import.meta.dirname, '../..')

export interface Import {
  /** As written: a package name or a relative path. */
  readonly specifier: string
  /** Erased at run time: it makes no dependency between modules that run. */
  readonly typeOnly: boolean
}

const statement = /^(?:import|export)\s+(?:(type)\s)?(?:([^'";]*?)\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm

/** Every import and re-export of a TypeScript source, in order. Indented ones stand in template literals: code that is printed, not run. */
export function importsOf(source: string): Import[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...code.matchAll(statement)].map(([, type, names, from, dynamic]) => ({
    specifier: from ?? dynamic ?? '',
    typeOnly: type === 'type' || (names !== undefined && /^\{(?:\s*type\s+[\w$]+(?:\s+as\s+[\w$]+)?\s*,?)+\s*\}$/.test(names.trim())),
  }))
}

/** Paths of the TypeScript sources below a folder, relative to the root. */
export function sourcesBelow(folder: string, base = root): string[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, {
    cwd: base,
    exclude: (path) => /^(?:node_modules|build|dist|golden|fixtures|\.[^/]+)$/.test(basename(path)),
  }).sort()
}

export function read(path: string, base = root): string {
  return readFileSync(join(base, path), 'utf8')
}

/** Folders of the workspaces that the root's package.json names, relative to the root, in order. */
export function workspacesOf(base = root): string[] {
  const { workspaces } = JSON.parse(read('package.json', base)) as { workspaces: string[] }
  return workspaces
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: base }))
    .map((path) => dirname(path))
    .sort()
}
