import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InferenceSnippet } from '../../src/index.ts'
import type { Matrix, Work } from './matrix.ts'
import { clientsFolder, type Run } from './client-sandbox.ts'

const recordFile = join(import.meta.dirname, '../../src/proofs/inference.json')
const tableFile = join(import.meta.dirname, '../../../../docs/inference-proofs.md')

/** The results of running one client's snippets. */
export interface ClientFigures {
  readonly language: InferenceSnippet['language']
  readonly client: InferenceSnippet['client']
  /** Package and release that ran. */
  readonly release: string
  /** Distinct snippets that were run. */
  ran: number
  /** Snippets whose request differed from the one that was built, or that failed. */
  different: number
  /** Snippets that looked the model up first, by the host they called. */
  readonly lookedUpAt: Record<string, number>
  /** Snippets that waited for a job. */
  polled: number
  /** Headers that the client adds to its request. */
  readonly adds: string[]
}

/** Figures of a full run of the matrix. */
export interface Figures {
  /** ISO day. */
  readonly date: string
  readonly calls: number
  readonly refused: Matrix['refused']
  readonly snippets: number
  readonly clients: readonly ClientFigures[]
}

/** The counts of a run. */
export interface Counted {
  readonly different: boolean
  readonly lookedUpAt: readonly string[]
  readonly polled: boolean
  readonly adds: readonly string[]
}

export function counted({ differences, besides, addedHeaders }: Run): Counted {
  const lookedUpAt = [...new Set(besides['look-up'].map((url) => new URL(url).host))]
  return { different: differences.length > 0, lookedUpAt, polled: besides.poll.length > 0, adds: addedHeaders }
}

/** Counts the results passed to it. */
export class Tally {
  readonly #clients = new Map<string, ClientFigures>()
  readonly #releases = releases()

  /** Package and release that runs the snippet. */
  releaseOf({ language, client }: InferenceSnippet): string {
    return this.#releases[`${language} ${client}`] ?? ''
  }

  add({ snippet }: Work, run: Counted): void {
    const { language, client } = snippet
    const key = `${language} ${client}`
    const known = this.#clients.get(key)
    const release = this.releaseOf(snippet)
    const figures = known ?? { language, client, release, ran: 0, different: 0, lookedUpAt: {}, polled: 0, adds: [] }
    this.#clients.set(key, figures)
    figures.ran++
    if (run.different) figures.different++
    if (run.polled) figures.polled++
    for (const host of run.lookedUpAt) figures.lookedUpAt[host] = (figures.lookedUpAt[host] ?? 0) + 1
    for (const name of run.adds) if (!figures.adds.includes(name)) figures.adds.push(name)
  }

  get clients(): ClientFigures[] {
    return [...this.#clients.values()]
      .map((figures) => ({ ...figures, adds: figures.adds.toSorted() }))
      .sort((a, b) => (`${a.language} ${a.client}` < `${b.language} ${b.client}` ? -1 : 1))
  }
}

/** Writes the figures for the pages (src/proofs/inference.json) and for readers (docs/inference-proofs.md). */
export function writeFigures(figures: Figures): void {
  writeFileSync(recordFile, `${JSON.stringify(figures, null, 2)}\n`)
  const rows = figures.clients.map(({ language, client, release, ran, different, lookedUpAt, polled }) => {
    const lookedUp = Object.values(lookedUpAt).reduce((sum, count) => sum + count, 0)
    return `| ${language} | ${client} | ${release} | ${ran} | ${different} | ${lookedUp} | ${polled} |`
  })
  const refused = Object.entries(figures.refused).map(([code, count]) => `| \`${code}\` | ${count} |`)
  const added = figures.clients.map(
    ({ language, client, adds }) => `| ${language} | ${client} | ${adds.map((name) => `\`${name}\``).join(', ')} |`,
  )
  writeFileSync(
    tableFile,
    `# What printed inference code sends

Made by \`npm run prove:requests -- --full --record\` on ${figures.date}; do not edit by hand.

Every snippet that calls a model over HTTP was run as printed, with the client's real package, against a recorder that answers in the place of every
provider and hub. What it sent (method, address, authorization, content type, headers that somebody pays or is known by, and the body, value by value,
files byte by byte) was compared with the request that the page shows. ${figures.calls} calls: every task at every provider, \`auto\` and this hub, on this hub and
on huggingface.co, with every option and with hostile values, print ${figures.snippets} snippets; those that are the same text ran once.

| language | client | release | snippets run | differ | looked the model up first | waited for a job |
|---|---|---|---|---|---|---|
${rows.join('\n')}

Calls without a snippet, by reason:

| reason | calls |
|---|---|
${refused.join('\n')}

Headers that the clients add on their own:

| language | client | headers |
|---|---|---|
${added.join('\n')}
`,
  )
}

/** Package and release of each client, as installed. */
function releases(): Readonly<Record<string, string>> {
  const list = spawnSync(join(clientsFolder, 'venv/bin/python'), ['-m', 'pip', 'list', '--format=json', '--disable-pip-version-check'], {
    encoding: 'utf8',
  })
  const installed = new Map((JSON.parse(list.stdout) as { name: string; version: string }[]).map(({ name, version }) => [name, version]))
  const python = (name: string): string => `${name} ${installed.get(name) ?? installed.get(name.replace('-', '_')) ?? ''}`
  const npm = (name: string): string => {
    const manifest = readFileSync(join(clientsFolder, 'js/node_modules', name, 'package.json'), 'utf8')
    return `${name} ${(JSON.parse(manifest) as { version: string }).version}`
  }
  return {
    'python openai': python('openai'),
    'python huggingface_hub': python('huggingface_hub'),
    'python fal_client': python('fal-client'),
    'python requests': python('requests'),
    'javascript openai': npm('openai'),
    'javascript huggingface.js': npm('@huggingface/inference'),
    'javascript fetch': `Node ${process.versions.node}`,
    'shell curl': spawnSync('curl', ['--version'], { encoding: 'utf8' }).stdout.split(' ').slice(0, 2).join(' '),
  }
}
