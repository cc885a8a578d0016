import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { HostileKind, HostilePlan, HostileReport } from '../hostile-mix.ts'

/* Runs a plan against a hub until its time is up: node hostile-mix-client.ts <plan as JSON>. Prints how the hub responded. */
const plan = JSON.parse(process.argv[2] ?? '') as HostilePlan
const { origin, token, until } = plan
// Attackers have machines of their own: here they must not take the processors from the client that measures, nor from the serving thread.
os.setPriority(10)
const authorized = { Authorization: `Bearer ${token}` }
const report: HostileReport = {}
let serial = 0

const count = (kind: HostileKind, what: string | number) => {
  const counts = (report[kind] ??= {})
  counts[what] = (counts[what] ?? 0) + 1
}

async function ask(kind: HostileKind, path: string, init: RequestInit = {}): Promise<void> {
  try {
    const signal = AbortSignal.timeout(Math.max(1, until - Date.now()))
    const answer = await fetch(origin + path, { ...init, signal, redirect: 'manual' })
    await answer.arrayBuffer()
    count(kind, answer.status)
    // A rejected client retries at once, but not thousands of times a second.
    if (answer.status === 429 || answer.status === 503) await setTimeout(50)
  } catch {
    count(kind, 'broken off')
    await setTimeout(50)
  }
}

const nested = `---\n${'['.repeat(50_000)}\n---\n`
const dashes = `---\n${'- '.repeat(120_000)}\n---\n`
const tokens = Array.from({ length: 130_000 }, (_, n) => `"${n}":{"content":"<token-${n}>","special":true}`).join(',')
const attributes = `${'*a'.repeat(900)}b filter=lfs\n`.repeat(500)

function commitBody(): string {
  const file = (path: string, content: string) => ({ key: 'file', value: { path, content } })
  const lines = [
    { key: 'header', value: { summary: `hostile ${serial++}` } },
    file('README.md', `---\ntags: [${'a,'.repeat(60_000)}a]\n---\n${'['.repeat(1_000_000)}`),
    file('tokenizer_config.json', `{"n":${serial},"added_tokens_decoder":{${tokens}}}`),
    file('.gitattributes', attributes),
    file(`${'a'.repeat(200)}.txt`, String(serial)),
  ]
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

function manyFiles(): string {
  const lines: unknown[] = [{ key: 'header', value: { summary: `many ${serial++}` } }]
  for (let n = 0; n < 10_000; n++)
    lines.push({ key: 'file', value: { path: `folder-${n % 100}/file-${n}.txt`, content: `${serial} ${n}` } })
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

/** JSON that takes long to parse or to take in: refused for its depth, for its number of values, and taken. */
const slowJson = [
  '['.repeat(4_000_000),
  `[${'1,'.repeat(4_000_000)}1]`,
  JSON.stringify({ content: 'x\n'.repeat(900_000), repoType: 'model' }),
]
const manyFields = 'a=b&'.repeat(260_000)
const deepPaths = new URLSearchParams(
  Array.from({ length: 1_990 }, (_, n) => ['paths', `folder-${n % 50}/file-${n % 10}.txt${'/x'.repeat(n % 40)}`]),
)
deepPaths.set('expand', 'true')

const json = { 'Content-Type': 'application/json' }
const ndjson = { ...authorized, 'Content-Type': 'application/x-ndjson' }

/** Each hostile connection of a kind repeats this. */
const acts: Record<HostileKind, (() => Promise<void>)[]> = {
  'sign-in': Array.from({ length: 32 }, () => () => {
    const form = new URLSearchParams({ name: `nobody-${serial++}`, password: 'a long harbour password', next: '/' })
    return ask('sign-in', '/sign-in', { method: 'POST', headers: { Origin: origin }, body: form })
  }),
  diffs: ['patch', 'diff', 'compare', 'compare'].map((what) => () => {
    const path =
      what === 'compare'
        ? `/api/models/${plan.slow.repo}/compare/${plan.slow.base}..${plan.slow.head}`
        : `/${plan.slow.repo}/commit/${plan.slow.head}.${what}`
    return ask('diffs', path)
  }),
  yaml: [nested, dashes, nested, dashes].map(
    (content) => () =>
      ask('yaml', '/api/validate-yaml', { method: 'POST', headers: json, body: JSON.stringify({ content, repoType: 'model' }) }),
  ),
  commits: [() => ask('commits', '/api/models/bench/texts/commit/main', { method: 'POST', headers: ndjson, body: commitBody() })],
  'many files': [() => ask('many files', '/api/models/bench/many/commit/main', { method: 'POST', headers: ndjson, body: manyFiles() })],
  pushes: [
    async () => {
      const name = `pushed-${process.pid}-${serial++}`
      await ask('pushes', '/api/repos/create', {
        method: 'POST',
        headers: { ...authorized, ...json },
        body: JSON.stringify({ type: 'model', name }),
      })
      const url = `${origin.replace('://', `://bench:${token}@`)}/bench/${name}.git`
      const environment = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1' }
      const push = spawn('git', ['-C', plan.history, 'push', '-q', '--force', url, 'main'], {
        env: environment,
        stdio: 'ignore',
        timeout: Math.max(1, until - Date.now()),
      })
      const [code] = (await once(push, 'exit')) as [number | null]
      count('pushes', code === 0 ? 'landed' : 'broken off')
    },
  ],
  'JSON bodies': slowJson.flatMap((body) =>
    ['/api/validate-yaml', '/v1/chat/completions'].map(
      (path) => () => ask('JSON bodies', path, { method: 'POST', headers: { ...authorized, ...json }, body }),
    ),
  ),
  'page forms': Array.from({ length: 6 }, () => () => {
    const headers = { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' }
    return ask('page forms', '/sign-in', { method: 'POST', headers, body: manyFields })
  }),
  'expanded trees': [
    () => ask('expanded trees', `/api/models/${plan.trees}/paths-info/main`, { method: 'POST', body: deepPaths }),
    ...['tree/main?expand=true&recursive=true', 'treesize/main/', 'revision/main', 'tree/main?expand=true'].map(
      (path) => () => ask('expanded trees', `/api/models/${plan.trees}/${path}`),
    ),
  ],
  'database lock': [
    async () => {
      if (plan.database === null) throw new Error('only SQLite is locked by other processes')
      const db = new DatabaseSync(plan.database, { timeout: 2000 })
      try {
        db.exec('BEGIN IMMEDIATE')
        await setTimeout(500)
        db.exec('ROLLBACK')
        count('database lock', 'held')
      } catch {
        count('database lock', 'not had')
      } finally {
        db.close()
      }
      await setTimeout(300)
    },
  ],
}

await Promise.all(
  plan.kinds.flatMap((kind) =>
    acts[kind].map(async (act) => {
      while (Date.now() < until) await act()
    }),
  ),
)
console.log(JSON.stringify(report))
process.exit(0)
