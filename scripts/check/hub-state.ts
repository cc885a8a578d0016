import { parseSync } from 'vite'
import { read, sourcesBelow } from './sources.ts'

/** Folders with code that serves hubs: there may be several in one process, one after another or at the same time. */
const folders = [
  'packages/hub/src',
  'packages/pages/src',
  'packages/markdown/src',
  'apps/server/src',
  'packages/engine/src',
  'packages/preview/src',
  'packages/sandbox/src',
]

const ofThread = 'the module is a thread or a process of its own: what it keeps ends with it, and is found by numbers that it was given'
const threads = 'threads of the process, which all hubs take turns with: a job brings everything it works on'
const measure = 'counts work of the whole machine, to bound it: knows nothing of what the work is about'
const grammars = 'grammars, and colors by the full text of the code: whoever asks has that text'
const derived = 'what follows from an immutable value, for as long as that value is there'

/** State that belongs to no hub, and why. */
const excused: Readonly<Record<string, string>> = {
  'packages/markdown/src/highlight-snippet.ts': grammars,
  'packages/markdown/src/highlighter.ts': grammars,
  'packages/hub/src/repository/gating/countries.ts': derived,
  'packages/hub/src/foundation/git-store/objects.ts': derived,
  'packages/markdown/src/render-pool.ts': threads,
  'packages/hub/src/foundation/blobs/hash-thread.ts': threads,
  'packages/hub/src/foundation/contents/xorb-threads.ts': threads,
  'packages/hub/src/changes/git-wire/fetch-threads.ts': threads,
  'packages/hub/src/changes/pushes/push-threads.ts': threads,
  'packages/hub/src/identity/accounts/password-threads.ts': threads,
  'packages/hub/src/changes/diff/diff-threads.ts': threads,
  'packages/hub/src/foundation/facts/facts-threads.ts': threads,
  'packages/hub/src/changes/git-wire/fetch-worker.ts': ofThread,
  'packages/hub/src/changes/pushes/push-worker.ts': ofThread,
  'packages/hub/src/foundation/contents/xorb-worker.ts': ofThread,
  'packages/engine/src/worker/main.ts': ofThread,
  'packages/preview/src/worker/main.ts': ofThread,
  'apps/server/src/inference/call-upstream.ts': 'connections that are kept open between calls: a call brings its key',
  'packages/hub/src/foundation/audit/caller.ts': 'what one request carries along, and ends with it',
  'packages/hub/src/foundation/blobs/s3-write.ts': measure,
  'packages/hub/src/foundation/schedule/turns.ts': measure,
  'packages/hub/src/foundation/blobs/temp-files.ts':
    'names of files that this process writes: random, and looked at by nobody but the sweep of its own leftovers',
  'packages/hub/src/identity/accounts/password-strength.ts': 'dictionaries of words, loaded once',
  'apps/server/src/http/block-buffers.ts': measure,
}

const tests = /\.(test|contract)\.tsx?$|\/testing\//

/**
 * Finds state kept by modules. All hubs of a process would share it, and it would outlive them; it belongs in `hubState` or `hubCache` instead.
 * @returns one line per piece of such state; empty if there is none
 */
export function hubStateProblems(): string[] {
  const found = folders.flatMap((folder) =>
    sourcesBelow(folder)
      .filter((path) => !tests.test(path))
      .flatMap((path) => moduleState(path, read(path)).map((what) => ({ path, what }))),
  )
  const paths = new Set(found.map(({ path }) => path))
  return [
    ...found.filter(({ path }) => !(path in excused)).map(({ path, what }) => `${path}: ${what}; keep it in the hub (hubState, hubCache)`),
    ...Object.keys(excused).flatMap((path) =>
      paths.has(path) ? [] : [`${path} keeps no state: take it out of scripts/check/hub-state.ts`],
    ),
  ]
}

/** A syntax tree node. */
interface Node {
  readonly type: string
  readonly name?: string
  readonly [key: string]: unknown
}

/** Instances of these are not state, unless the module mutates them. */
const harmless: ReadonlySet<string> = new Set(['Set', 'Map', 'RegExp', 'TextEncoder', 'TextDecoder', 'URL', 'Date', 'Uint8Array', 'Array'])
const mutators: ReadonlySet<string> = new Set('add set delete clear push pop shift unshift splice sort reverse fill'.split(' '))

/** Describes the state that a module holds at its top level. */
export function moduleState(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const body = program.body as unknown as Node[]
  const mutated = mutatedNames(body)
  const found: string[] = []
  for (const outer of body) {
    const isExported = outer.type === 'ExportNamedDeclaration'
    const statement = (isExported ? outer['declaration'] : outer) as Node | null
    if (statement?.type === 'ClassDeclaration') found.push(...staticState(statement))
    if (statement?.type !== 'VariableDeclaration' || statement['declare'] === true) continue
    for (const { id, init } of statement['declarations'] as { id: Node; init: Node | null }[]) {
      const name = id.name ?? 'a pattern'
      if (statement['kind'] !== 'const') found.push(`\`${statement['kind'] as string} ${name}\``)
      else if (mutated.has(name)) found.push(`\`${name}\` is changed`)
      else {
        for (const maker of makers(init)) {
          if (!harmless.has(maker) && !maker.startsWith('Intl.')) found.push(`\`${name}\` is a new ${maker}`)
          // Other modules could change it unnoticed.
          else if (isExported && /^(Map|Set)$/.test(maker) && !/Readonly(Map|Set)/.test(JSON.stringify(id['typeAnnotation'] ?? '')))
            found.push(`\`${name}\` is exported and no Readonly${maker}`)
        }
      }
    }
  }
  return found
}

function staticState(declaration: Node): string[] {
  const members = (declaration['body'] as { body: Node[] }).body
  return members.flatMap((member) => {
    if (member['static'] !== true || member.type !== 'PropertyDefinition') return []
    const name = (member['key'] as Node).name
    if (member['readonly'] !== true) return [`static \`${name}\` can be changed`]
    return makers(member['value'] as Node | null).map((maker) => `static \`${name}\` is a new ${maker}`)
  })
}

/** Returns the names of the classes that an expression instantiates when it is evaluated, not counting those inside functions. */
function makers(expression: Node | null): string[] {
  const found: string[] = []
  walk(expression, (node) => {
    if (/Function|Class/.test(node.type)) return false
    if (node.type === 'NewExpression') found.push(nameOf(node['callee'] as Node))
    return true
  })
  return found
}

/** Returns the names whose value is mutated somewhere in the module: by an assignment, or by a mutating method. */
function mutatedNames(body: readonly Node[]): ReadonlySet<string> {
  const found = new Set<string>()
  const note = (target: Node) => {
    if (target.type === 'MemberExpression') found.add(rootOf(target))
  }
  for (const statement of body) {
    walk(statement, (node) => {
      if (node.type === 'AssignmentExpression') note(node['left'] as Node)
      if (node.type === 'UpdateExpression' || (node.type === 'UnaryExpression' && node['operator'] === 'delete'))
        note(node['argument'] as Node)
      const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : null
      if (callee?.type === 'MemberExpression' && mutators.has((callee['property'] as Node).name ?? '')) note(callee)
      return true
    })
  }
  return found
}

function rootOf(node: Node): string {
  return node.type === 'MemberExpression' ? rootOf(node['object'] as Node) : (node.name ?? '')
}

function nameOf(node: Node): string {
  if (node.type !== 'MemberExpression') return node.name ?? 'class'
  return `${nameOf(node['object'] as Node)}.${(node['property'] as Node).name}`
}

/** Visits a node and its descendants. @param enter returns false to skip what is below a node */
function walk(node: unknown, enter: (node: Node) => boolean): void {
  if (Array.isArray(node)) for (const each of node) walk(each, enter)
  else if (typeof node === 'object' && node !== null && typeof (node as Node).type === 'string') {
    if (!enter(node as Node)) return
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, enter)
  }
}
