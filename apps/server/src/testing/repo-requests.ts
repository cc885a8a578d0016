import { appRoutes as allRoutes } from './app-routes.ts'

/** The end of each address, and a valid body, so that only the access to the repo decides the response. */
const tails: Record<string, string> = {
  tree: 'main',
  treesize: 'main',
  'paths-info': 'main',
  commits: 'main',
  compare: 'main..main',
  revision: 'main',
  resolve: 'main/README.md',
  raw: 'main/README.md',
  branch: 'feat%2Fx',
  tag: 'main',
  preupload: 'main',
  commit: 'main',
  'xet-write-token': 'main',
  'xet-read-token': 'main',
  'safetensors-metadata': 'main',
  'super-squash': 'main',
  lfs: 'locks/verify',
}
const bodies: Record<string, unknown> = {
  'paths-info': { paths: ['README.md'] },
  preupload: { files: [] },
  branch: {},
  tag: { tag: 'v1' },
  settings: { gated: 'auto' },
  handle: { user: 'eve', status: 'accepted' },
  batch: { operation: 'download', objects: [] },
}
const kinds: Record<string, string> = { models: 'models', datasets: 'datasets', spaces: 'spaces' }

/** A route of the app about a single repo, as a request. */
export interface RepoRequest {
  readonly method: string
  readonly pattern: string
  /** The address for a repo of this name. */
  url(name: string): string
  readonly body: string | undefined
}

/** Every route of the app about a single repo. @param ends other address endings, by the preceding segment */
export function repoRequests(ends: Readonly<Record<string, string>> = {}): RepoRequest[] {
  const seen = new Set<string>()
  return appRoutes().flatMap(({ method, path }) => {
    if (!path.includes(':owner/:name') || method === 'ALL' || seen.has(`${method} ${path}`)) return []
    seen.add(`${method} ${path}`)
    return [{ method, pattern: path, url: (name: string) => fillRoute(path, name, ends), body: bodyFor(method, path) }]
  })
}

export function appRoutes(): { method: string; path: string }[] {
  return allRoutes().filter(({ path }) => path !== '/*' && !path.endsWith('/api/*'))
}

export function fillRoute(path: string, name: string, ends: Readonly<Record<string, string>> = {}): string {
  const verb = /:verb\{.*?\}/.test(path) || /:how\{/.test(path) ? 'resolve' : ''
  const filled = path
    .replace(/:status\{[^}]*\}/, 'pending')
    .replace(':num{[0-9]+}', '1')
    .replace(':event{[0-9a-fA-F]{24}}', 'f'.repeat(24))
    .replace(/:switch\{[^}]*\}/, 'enable')
    .replace(
      /:kind\{([^}]*)\}/,
      (_, alternatives: string) =>
        Object.keys(kinds).find((kind) => alternatives.includes(kind)) ??
        (alternatives.includes('organizations') ? 'organizations' : 'models'),
    )
    .replace(/:(?:verb|how)\{.*?\}/, verb)
    .replace(':owner', 'ada')
    .replace(':name', name)
  const last = filled.split('/').findLast((segment) => segment !== '*') ?? ''
  return filled.replace(/\*$/, ends[last] ?? tails[last] ?? 'main')
}

export function bodyFor(method: string, path: string): string | undefined {
  if (method === 'GET' || method === 'DELETE') return undefined
  const last = path.replace(/\/\*$/, '').split('/').at(-1) ?? ''
  if (last === 'commit') return `${JSON.stringify({ key: 'header', value: { summary: 'x' } })}\n`
  return JSON.stringify(bodies[last] ?? {})
}

/** Everything that a stranger can observe about a response. */
export async function visibleOf(answer: Response, name: string) {
  const headers = Object.fromEntries([...answer.headers].filter(([key]) => !['x-request-id', 'ratelimit', 'date'].includes(key)))
  const text = (await answer.text()).replaceAll(name, 'NAME').replaceAll(/"request_id":"[^"]*"/g, '')
  return { status: answer.status, headers: JSON.parse(JSON.stringify(headers).replaceAll(name, 'NAME')) as unknown, text }
}
