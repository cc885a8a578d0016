import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProofEntry } from '@portolan/snippets'
import type { BootedHub } from '../support/booted-hub.ts'

const runsFile = join(import.meta.dirname, '../../packages/snippets/src/proofs/runs.json')

/** A block as returned by the hub's API. */
export interface Block {
  readonly id: string
  readonly role: string
  readonly language: string
  readonly code: string
  readonly placeholders: readonly string[]
}

/** Returns the blocks of a library that load a model, as the hub prints them. */
export async function loadBlocks(hub: BootedHub, repo: string, library: string, language: string, revision = 'main'): Promise<Block[]> {
  const query = new URLSearchParams({ library, language, revision })
  const answer = await hub.fetch(`/api/models/${repo}/snippets?${query.toString()}`)
  if (!answer.ok) throw new Error(`${repo}: ${answer.status} ${await answer.text()}`)
  const body = (await answer.json()) as { libraries: { blocks: Block[] }[] }
  return body.libraries.flatMap((set) => set.blocks).filter((block) => block.role === 'load' && block.language === language)
}

/** An environment in which neither this machine's caches, logins and settings nor any other machine are accessible to the code. */
export function cleanEnvironment(home: string, programs: string, extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: `${programs}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    HF_HOME: join(home, 'hf'),
    LANG: 'C.UTF-8',
    CUDA_VISIBLE_DEVICES: '',
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1,localhost',
    ...extra,
  }
}

/** Level, release and date of code that ran today. */
export function ranWith(release: string): ProofEntry {
  return { level: 'runs', against: release, date: new Date().toISOString().slice(0, 10) }
}

/** Returns the runs recorded by this suite. */
export function recordedRuns(): Record<string, ProofEntry> {
  return JSON.parse(readFileSync(runsFile, 'utf8')) as Record<string, ProofEntry>
}

/** With RECORD_PROOFS=1, records what ran, in addition to what other files of this suite recorded. `npm run prove -- --record` imports it. */
export function recordRuns(ran: Readonly<Record<string, ProofEntry>>): void {
  if (process.env['RECORD_PROOFS'] !== '1') return
  const all = Object.entries({ ...recordedRuns(), ...ran }).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(runsFile, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`)
}
