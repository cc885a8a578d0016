import { expect, test } from 'vitest'
import { admin, type BootedHub, bootHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'

/* `npm run dev` runs the same server as `npm start`; only the pages come from a different source. */

interface Asked {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const token = { authorization: `Bearer ${admin.token}` }
const browser = { accept: 'text/html' }
const post = { method: 'POST', headers: { 'content-type': 'application/json' } }

const asked: readonly Asked[] = [
  // Pages.
  ...[
    '/',
    '/models',
    '/datasets',
    '/spaces',
    '/ada',
    '/ada/stories',
    '/ada/stories/tree/main',
    '/ada/stories/blob/main/README.md',
    '/ada/stories/commits/main',
    '/ada/stories/discussions',
    '/datasets/ada/tides',
    '/spaces/ada/chart',
    '/collections',
    '/tasks',
    '/sign-in',
    '/sign-up',
    '/sign-in/company',
    '/settings/tokens',
    '/ada/nope',
    '/nobody',
    '/ada/stories/tree/nope',
    '/a/b/c/d/e',
  ].map((path) => ({ path, headers: browser })),
  { path: '/robots.txt' },
  { path: '/favicon.svg' },
  // The API.
  { path: '/api/health' },
  { path: '/api/models' },
  { path: '/api/models/ada/stories' },
  { path: '/api/models/ada/stories/tree/main' },
  { path: '/api/models/ada/nope' },
  { path: '/api/whoami-v2' },
  { path: '/api/whoami-v2', headers: token },
  { path: '/api/nope' },
  { path: '/api/datasets/ada/tides/preview/rows' },
  { path: '/api/models', method: 'OPTIONS', headers: { origin: 'https://example.org', 'access-control-request-method': 'GET' } },
  { path: '/api/models', headers: { origin: 'http://localhost:5173' } },
  { path: '/api/repos/create', ...post, body: '{"name":"x"}' },
  { path: '/v1/models' },
  { path: '/.well-known/openid-configuration' },
  // Files, but no requests that count as downloads, because the second server would report the count.
  { path: '/ada/stories/resolve/main/README.md' },
  { path: '/ada/stories/resolve/main/README.md', method: 'HEAD' },
  { path: '/ada/stories/resolve/main/README.md', headers: { range: 'bytes=1-4' } },
  { path: '/ada/stories/raw/main/README.md' },
  { path: '/ada/stories/resolve/main/nope' },
  { path: '/-/spaces/ada/chart/' },
  { path: '/avatars/ada' },
  // Git.
  { path: '/ada/stories/info/refs?service=git-upload-pack' },
  { path: '/ada/stories.git/info/refs?service=git-receive-pack' },
  {
    path: '/ada/stories.git/info/lfs/objects/batch',
    ...post,
    body: JSON.stringify({ operation: 'download', transfers: ['basic'], objects: [{ oid: 'a'.repeat(64), size: 1 }] }),
  },
  // Rejected requests.
  { path: '/%zz' },
  {
    path: '/sign-in',
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'x=1',
  },
]

/** Headers that do not depend on the build. */
const compared = [
  'accept-ranges',
  'access-control-allow-origin',
  'allow',
  'cache-control',
  'content-range',
  'content-type',
  'location',
  'ratelimit-policy',
  'www-authenticate',
  'x-error-code',
  'x-error-message',
  'x-repo-commit',
]

test(`${asked.length} addresses answer the same from both`, async () => {
  expect(asked.length).toBeGreaterThanOrEqual(40)
  await using hub = await bootHub({
    PORTOLAN_RATE_LIMIT: '5000',
    PORTOLAN_OIDC_ISSUER: 'http://127.0.0.1:9/',
    PORTOLAN_OIDC_CLIENT_ID: 'portolan',
    PORTOLAN_ENGINE: 'off',
  })
  await fill(hub)
  // A fresh process for each, so that counters and caches start equal.
  const seen = []
  for (const program of ['start', 'dev'] as const) {
    await hub.stop()
    await hub.restart(program)
    const answers: Record<string, unknown> = {}
    for (const [i, each] of asked.entries()) answers[`${i} ${each.method ?? 'GET'} ${each.path}`] = await answerOf(hub, each)
    seen.push(answers)
  }
  expect(seen[1]).toEqual(seen[0])
})

async function fill(hub: BootedHub): Promise<void> {
  for (const [type, name, more] of [
    ['model', 'stories', {}],
    ['dataset', 'tides', {}],
    ['space', 'chart', { sdk: 'static' }],
  ] as const) {
    const answer = await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type, name, ...more }) })
    expect(answer.status).toBe(200)
  }
  await commitFiles(hub, 'models/ada/stories', {
    'README.md': '---\nlicense: mit\npipeline_tag: text-generation\nlibrary_name: transformers\n---\n# Stories\n\nWrites *stories*.\n',
    'config.json': '{"model_type":"llama"}\n',
  })
  await commitFiles(hub, 'datasets/ada/tides', { 'data.csv': 'hour,height\n0,1.2\n' })
  await commitFiles(hub, 'spaces/ada/chart', { 'index.html': '<!doctype html><title>Chart</title><p>Hello</p>\n' })
}

async function answerOf(hub: BootedHub, { path, method = 'GET', headers = {}, body }: Asked): Promise<unknown> {
  const answer = await fetch(hub.url + path, { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) })
  const said = await answer.text()
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true && !path.startsWith('/-/')
  return {
    status: answer.status,
    ...Object.fromEntries(compared.map((name) => [name, answer.headers.get(name)])),
    said: (isPage ? textOf(said) : said).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID'),
  }
}

/** Returns the visible text of a page. */
function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style|template|svg)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
