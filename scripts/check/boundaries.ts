import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { importsOf, read, root, sourcesBelow } from './sources.ts'

/**
 * Which workspace may import which (design, section 3). A type-only import may go to the entries marked `type:`.
 * npm hoists, so that an import which is not declared, or points the wrong way, still resolves: hence this check.
 */
const allowed: Record<string, readonly string[]> = {
  'packages/contract': [],
  'packages/tasks': [],
  'packages/gguf': [],
  'packages/chat-template': [],
  'packages/client': [],
  'packages/git': [],
  'packages/xet': [],
  'packages/sandbox': [],
  'packages/snippets': ['gguf', 'tasks'],
  'packages/engine': ['contract', 'hub', 'hub/testing', 'sandbox', 'tasks'],
  'packages/preview': ['contract', 'hub', 'hub/testing', 'sandbox'],
  'packages/hub': ['chat-template', 'contract', 'git', 'gguf', 'tasks', 'xet'],
  'apps/web': ['chat-template', 'contract', 'tasks', 'snippets', 'type:hub', 'hub/theme.css'],
  'apps/server': ['contract', 'engine', 'git', 'hub', 'preview', 'snippets', 'tasks', 'web', 'xet'],
}

const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]))
const testFile =
  /\.(test|contract|sweep\.test)\.tsx?$|\/testing\/|\/src\/dev\.ts$|\.config\.ts$|\/scripts\/|packages\/snippets\/proofs\/|apps\/web\/app\/routes\.ts$/

/** One line per broken rule; empty when all is well. */
export function boundaryProblems(): string[] {
  return [...Object.keys(allowed).flatMap(workspaceProblems), ...featureProblems()]
}

function workspaceProblems(workspace: string): string[] {
  const manifest = JSON.parse(read(`${workspace}/package.json`)) as Record<string, Record<string, string> | undefined>
  const declared = new Set(Object.keys({ ...manifest['dependencies'], ...manifest['peerDependencies'] }))
  const declaredForTests = new Set([...declared, ...Object.keys({ ...manifest['devDependencies'] }), ...rootDevDependencies()])
  const problems: string[] = []
  for (const path of sourcesBelow(workspace)) {
    for (const { specifier, typeOnly } of importsOf(read(path))) {
      if (specifier.startsWith('.')) {
        const target = relative(root, join(root, dirname(path), specifier))
        if (!target.startsWith(`${workspace}/`)) problems.push(`${path}: ${specifier} leaves ${workspace}; import the package instead`)
        continue
      }
      if (specifier.startsWith('virtual:') || specifier.startsWith('~/') || builtins.has(specifier) || specifier.startsWith('node:'))
        continue
      const name = packageOf(specifier)
      if (name.startsWith('@portolan/')) {
        const target = specifier.slice('@portolan/'.length)
        const rules = allowed[workspace] ?? []
        const fits = rules.some(
          (rule) =>
            rule === target ||
            target.startsWith(`${rule}/`) ||
            (typeOnly && rule === `type:${packageOf(target)}`) ||
            (typeOnly && rule === `type:${target.split('/')[0]}`),
        )
        if (!fits && !(testFile.test(path) && target.startsWith(`${workspace.split('/')[1]}`)))
          problems.push(`${path}: ${workspace} may not import ${specifier}`)
      }
      const known = testFile.test(path) ? declaredForTests : declared
      const typesOnlyDev = typeOnly && (declaredForTests.has(name) || declaredForTests.has(`@types/${name}`))
      if (!known.has(name) && !typesOnlyDev && name !== `@portolan/${workspace.split('/')[1]}`)
        problems.push(`${path}: ${name} is not declared in ${workspace}/package.json`)
    }
  }
  return problems
}

/** Inside the hub: features meet only through their index, and no two features need each other at run time. */
function featureProblems(): string[] {
  const base = 'packages/hub/src'
  const shared = new Set(['db', 'blobs', 'testing'])
  const problems: string[] = []
  const edges = new Map<string, Map<string, string>>()
  for (const path of sourcesBelow(base)) {
    const from = path.slice(base.length + 1).split('/')
    if (from.length < 2 || testFile.test(path)) continue
    for (const { specifier, typeOnly } of importsOf(read(path))) {
      if (!specifier.startsWith('.')) continue
      const to = relative(base, join(dirname(path), specifier)).split('/')
      const [own, other] = [from[0], to[0]]
      if (own === undefined || other === undefined || to.length < 2 || own === other || shared.has(other)) continue
      if (shared.has(own)) {
        if (!typeOnly) problems.push(`${path}: ${own} may not import the feature ${other}`)
        continue
      }
      if (!typeOnly && to.join('/') !== `${other}/index.ts`) problems.push(`${path}: import ${other} through ${other}/index.ts`)
      if (!typeOnly) edges.set(own, (edges.get(own) ?? new Map<string, string>()).set(other, path))
    }
  }
  return [...problems, ...cycles(edges)]
}

function cycles(edges: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const walk = (feature: string, trail: readonly string[]): void => {
    const start = trail.indexOf(feature)
    if (start >= 0) {
      const ring = [...trail.slice(start), feature]
      const files = ring.slice(1).map((next, i) => edges.get(ring[i] ?? '')?.get(next))
      found.push(`features need each other: ${ring.join(' → ')} (${files.join(', ')})`)
      return
    }
    if (done.has(feature)) return
    for (const next of edges.get(feature)?.keys() ?? []) walk(next, [...trail, feature])
    done.add(feature)
  }
  for (const feature of edges.keys()) walk(feature, [])
  return found
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function rootDevDependencies(): string[] {
  const manifest = JSON.parse(read('package.json')) as { devDependencies?: Record<string, string> }
  return Object.keys(manifest.devDependencies ?? {})
}
