import { type CallRow, type Cell, type ClientTable, type Outcome, works } from '../../apps/web/app/features/compatibility/call-table.ts'
import type { RecordedCall } from '../../e2e/support/call-record.ts'

const releaseOrder = ['newest', '1.19', '0.36', 'Debian']
/** In the order of the page; other clients follow, by name. */
const clientOrder = [
  'huggingface_hub',
  'huggingface_hub (hf)',
  'transformers',
  'diffusers',
  'datasets',
  'pandas',
  'fsspec',
  '@huggingface/hub (Node)',
  '@huggingface/hub (Chromium)',
  '@huggingface/transformers (Node)',
  '@huggingface/transformers (Chromium)',
  'git',
  'git-lfs',
]

/** Builds the table from the calls recorded in a run. Calls marked `listed` were not made: they only list what the client offers. */
export function tableOf(all: readonly RecordedCall[]): ClientTable[] {
  return [...Map.groupBy(all, ({ client }) => client)]
    .toSorted(([a], [b]) => rank(clientOrder, a) - rank(clientOrder, b) || compare(a, b))
    .map(([client, calls]) => {
      const made = calls.filter(({ error }) => error !== 'listed')
      const tried = new Set(made.map(({ call }) => call))
      return {
        client,
        releases: [...new Map(made.map(({ release, version }) => [release, version]))]
          .map(([name, version]) => ({ name, version }))
          .toSorted((a, b) => rank(releaseOrder, a.name) - rank(releaseOrder, b.name)),
        calls: [...Map.groupBy(made, ({ call }) => call)].toSorted(([a], [b]) => compare(a, b)).map(([call, of]) => rowOf(call, of)),
        untried: [...new Set(calls.filter(({ call, error }) => error === 'listed' && !tried.has(call)).map(({ call }) => call))].toSorted(
          compare,
        ),
      }
    })
}

function rowOf(call: string, all: readonly RecordedCall[]): CallRow {
  const byRelease = [...Map.groupBy(all, ({ release }) => release)].toSorted(([a], [b]) => rank(releaseOrder, a) - rank(releaseOrder, b))
  return {
    call,
    cells: Object.fromEntries(byRelease.map(([release, of]) => [release, cellOf(of)])),
    tests: [...new Set(all.map(({ test }) => test))].toSorted(compare),
  }
}

/** A call works if it succeeded once: being refused without permission, or for something missing, is part of working. */
function cellOf(all: readonly RecordedCall[]): Cell {
  const worked = all.filter(({ error }) => error === null)
  const note = [...new Set((worked.length > 0 ? worked : all).flatMap(({ note: said }) => said ?? []))].toSorted(compare)[0]
  const outcome =
    worked.length > 0 ? (note === undefined ? 'works' : 'note') : all.some(({ error }) => error === 'elsewhere') ? 'elsewhere' : 'refused'
  return { outcome, ...(note === undefined ? reasonOf(outcome, all) : { note }) }
}

function reasonOf(outcome: Outcome, [first]: readonly RecordedCall[]): { note?: string } {
  if (outcome !== 'refused' || !first) return {}
  return { note: [first.error, first.status].filter((part) => part !== null).join(' ') }
}

/**
 * Returns the calls that work according to the committed table but not in the run. Clients missing from the run are skipped and listed in `missing`.
 */
export function lostCalls(committed: readonly ClientTable[], run: readonly ClientTable[]): { lost: string[]; missing: string[] } {
  const lost: string[] = []
  const missing: string[] = []
  for (const { client, releases, calls } of committed) {
    const found = run.find((each) => each.client === client)
    for (const { name } of releases) {
      if (!found?.releases.some((release) => release.name === name)) {
        missing.push(`${client} ${name}`)
        continue
      }
      for (const { call, cells } of calls) {
        const is = found.calls.find((row) => row.call === call)?.cells[name]
        if (works(cells[name]) && !works(is)) lost.push(`${client} ${name}: ${call} (${is?.outcome ?? 'not called'})`)
      }
    }
  }
  return { lost, missing }
}

function rank(order: readonly string[], name: string): number {
  const at = order.indexOf(name)
  return at === -1 ? order.length : at
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
