import { existsSync } from 'node:fs'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { read, root, sourcesBelow, workspacesOf } from './sources.ts'

interface Tsconfig {
  readonly extends?: string
  readonly include?: readonly string[]
}

/**
 * Returns one line per workspace without strict types, and per source that no tsconfig.json includes, which would be checked with unintended options.
 * Types themselves are checked by the linter, each source with the options of the closest tsconfig.json above it.
 */
export function tsconfigProblems(base = root): string[] {
  const folders = workspacesOf(base)
  // Sources outside the workspaces belong to the root.
  const others = sourcesBelow('.', base).filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`)))
  return [...problemsOf('.', others, base), ...folders.flatMap((folder) => problemsOf(folder, sourcesBelow(folder, base), base))]
}

function problemsOf(folder: string, sources: readonly string[], base: string): string[] {
  const file = join(folder, 'tsconfig.json')
  if (!existsSync(join(base, file))) return [`${file} is missing`]
  const { extends: parent = '', include = [] } = JSON.parse(read(file, base)) as Tsconfig
  const problems = sources
    .map((path) => relative(folder, path))
    .filter((path) => !include.some((pattern) => matchesGlob(path, pattern) || path.startsWith(`${pattern}/`)))
    .map((path) => `${file} does not include ${path}`)
  if (join(dirname(file), parent) !== 'tsconfig.base.json') problems.push(`${file} does not extend tsconfig.base.json`)
  return problems
}
