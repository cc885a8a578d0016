import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { importsOf, read, root, sourcesBelow, workspacesOf } from './sources.ts'

/**
 * Which workspace may import which. Entries marked `type:` allow only type imports, those marked `test:` only imports in tests.
 * npm hoists packages, so an import that is undeclared or points the wrong way still resolves; hence this check.
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
  'packages/markdown': ['chat-template', 'contract'],
  'packages/snippets': ['gguf', 'tasks'],
  'packages/engine': ['contract', 'hub', 'hub/testing', 'sandbox', 'tasks'],
  'packages/preview': ['hub', 'hub/testing', 'sandbox', 'xet/lz4', 'xet/testing'],
  'packages/hub': ['client', 'contract', 'git', 'gguf', 'sandbox', 'tasks', 'test:markdown', 'test:pages', 'xet'],
  'packages/pages': ['chat-template', 'contract', 'git', 'gguf', 'hub', 'hub/testing', 'markdown', 'tasks'],
  'apps/web': ['chat-template', 'contract', 'tasks', 'snippets', 'type:hub', 'type:pages', 'markdown/theme.css'],
  'apps/server': ['client', 'contract', 'engine', 'git', 'hub', 'markdown', 'pages', 'preview', 'snippets', 'tasks', 'web', 'xet'],
}

const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]))
const testFile =
  /\.(test|contract|sweep\.test)\.tsx?$|\/testing\/|\/src\/dev\.ts$|\.config\.ts$|\/scripts\/|packages\/snippets\/proofs\/|apps\/web\/app\/routes\.ts$/

/** Returns one line per broken rule; empty if there are none. */
export function boundaryProblems(base = root): string[] {
  const workspaces = workspacesOf(base)
  const gone = Object.keys(allowed).filter((workspace) => !workspaces.includes(workspace))
  return [
    ...gone.map((workspace) => `${workspace} may import others (scripts/check/boundaries.ts), but is no workspace`),
    ...workspaces.flatMap((workspace) => workspaceProblems(workspace, base)),
  ]
}

function workspaceProblems(workspace: string, base: string): string[] {
  const rules = allowed[workspace]
  if (rules === undefined) return [`${workspace}: scripts/check/boundaries.ts does not say what it may import`]
  const manifest = JSON.parse(read(`${workspace}/package.json`, base)) as Record<string, Record<string, string> | undefined>
  const declared = new Set(Object.keys({ ...manifest['dependencies'], ...manifest['peerDependencies'] }))
  const declaredForTests = new Set([...declared, ...Object.keys({ ...manifest['devDependencies'] }), ...rootDevDependencies(base)])
  const problems: string[] = []
  for (const path of sourcesBelow(workspace, base)) {
    for (const { specifier, typeOnly } of importsOf(read(path, base))) {
      if (specifier.startsWith('.')) {
        const target = join(dirname(path), specifier)
        const isShared = target === 'vitest.shared.ts' && path.endsWith('vitest.config.ts')
        if (!target.startsWith(`${workspace}/`) && !isShared)
          problems.push(`${path}: ${specifier} leaves ${workspace}; import the package instead`)
        continue
      }
      if (specifier.startsWith('virtual:') || specifier.startsWith('~/') || builtins.has(specifier) || specifier.startsWith('node:'))
        continue
      const name = packageOf(specifier)
      if (name.startsWith('@portolan/')) {
        const target = specifier.slice('@portolan/'.length)
        const fits = rules.some(
          (rule) =>
            rule === target ||
            (testFile.test(path) && rule === `test:${target}`) ||
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

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function rootDevDependencies(base: string): string[] {
  const manifest = JSON.parse(read('package.json', base)) as { devDependencies?: Record<string, string> }
  return Object.keys(manifest.devDependencies ?? {})
}
