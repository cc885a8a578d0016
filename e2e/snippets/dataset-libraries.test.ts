import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datasetLibraries, datasetPlan, datasetSnippets, type ProofEntry, targetFor, toDatasetFacts } from '@portolan/snippets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'
import { cleanEnvironment, ranWith, recordedRuns, recordRuns } from './printed-code.ts'

/*
 * The code that the hub prints for datasets, run as is with the newest release of each library, on a private repo of each format. One process per
 * library: importing it takes longer than all the reads.
 */
const root = join(import.meta.dirname, '../..')
const programs = join(process.env['PORTOLAN_PROOF_VENVS'] ?? join(root, '.cache/proof-venvs'), 'libraries/bin')
const need = existsSync(join(programs, 'python')) ? '' : ' (no environment: bash scripts/test/proof-venv.sh)'

/** Each library's expected output for two rows, its package on PyPI, and the formats it is offered for. */
const tables = ['parquet', 'csv', 'tsv', 'jsonl', 'json']
const cases = [
  { library: 'datasets', distribution: 'datasets', formats: tables, prints: /num_rows: 2/ },
  { library: 'pandas', distribution: 'pandas', formats: tables, prints: /Brest[^]*Porto/ },
  { library: 'polars', distribution: 'polars', formats: tables, prints: /Brest[^]*Porto/ },
  { library: 'duckdb', distribution: 'duckdb', formats: tables, prints: /\b2\b[^]*Brest[^]*Porto/ },
  { library: 'dask', distribution: 'dask', formats: tables, prints: /Brest[^]*Porto/ },
  { library: 'webdataset', distribution: 'webdataset', formats: ['tar'], prints: /dict_keys\(.*'json'/ },
  { library: 'lance', distribution: 'pylance', formats: ['lance'], prints: /port: string[^]* 2$/ },
]

const makeFiles = `
import io, json, tarfile
import lance, pyarrow as pa, pyarrow.parquet as pq
rows = [{"port": "Brest", "metres": 6.1}, {"port": "Porto", "metres": 3.0}]
table = pa.Table.from_pylist(rows)
pq.write_table(table, "data.parquet")
for ending, separator in (("csv", ","), ("tsv", "\\t")):
    lines = [separator.join(["port", "metres"])] + [f'{row["port"]}{separator}{row["metres"]}' for row in rows]
    open(f"data.{ending}", "w").write("\\n".join(lines) + "\\n")
open("data.jsonl", "w").write("".join(json.dumps(row) + "\\n" for row in rows))
open("data.json", "w").write(json.dumps(rows))
with tarfile.open("data.tar", "w") as shard:
    for index, row in enumerate(rows):
        content = json.dumps(row).encode()
        entry = tarfile.TarInfo(f"{index:05}.json")
        entry.size = len(content)
        shard.addfile(entry, io.BytesIO(content))
lance.write_dataset(table, "data.lance")
`
const runAll = `
import importlib.metadata, runpy, sys
for name in sys.argv[2:]:
    print("##", name)
    runpy.run_path(name)
print("##", importlib.metadata.version(sys.argv[1]))
`

const ran: Record<string, ProofEntry> = {}
let hub: BootedHub
let work = ''
beforeAll(async () => {
  if (need !== '') return
  hub = await bootHub()
  work = mkdtempSync(join(tmpdir(), 'portolan-datasets-'))
  const made = await python(work, ['-c', makeFiles])
  if (made.status !== 0) throw new Error(made.output)
  for (const format of new Set(cases.flatMap(({ formats }) => formats))) {
    const body = JSON.stringify({ type: 'dataset', name: `code-${format}`, private: true })
    const created = await hub.fetch('/api/repos/create', { method: 'POST', body })
    if (!created.ok) throw new Error(await created.text())
    await commitFiles(hub, repo(format), Object.fromEntries(filesOf(format).map((path) => [path, readFileSync(join(work, path))])))
  }
})
afterAll(async () => {
  if (need !== '') return
  await hub[Symbol.asyncDispose]()
  rmSync(work, { recursive: true, force: true })
  recordRuns(ran)
})

test.skipIf(need !== '').for(cases)(`$library reads what it is offered for${need}`, async ({ library, distribution, formats, prints }) => {
  const folder = join(work, library)
  mkdirSync(folder)
  const keys = formats.map((format) => {
    const facts = toDatasetFacts({ id: `${admin.name}/code-${format}`, siblings: filesOf(format).map((rfilename) => ({ rfilename })) })
    const target = targetFor(hub.url, { visibility: 'private' })
    const block = datasetSnippets(facts, target, { library })
      .find((set) => set.library === library)
      ?.blocks.find(({ role }) => role === 'load')
    writeFileSync(join(folder, scriptOf(format)), block?.code ?? 'raise SystemExit("nothing was printed")')
    const known = datasetLibraries.find(({ id }) => id === library)
    return known && datasetPlan(known, facts, target).find(({ id }) => id === block?.id)?.runKey
  })
  const { status, output } = await python(folder, ['-c', runAll, distribution, ...formats.map(scriptOf)])
  expect({ status, output }).toEqual({ status: 0, output: expect.anything() as unknown })
  const [, ...parts] = output.split(/^## /m)
  const version = parts.pop()?.trim() ?? ''
  expect(parts.map((part) => part.slice(0, part.indexOf('\n')))).toEqual(formats.map(scriptOf))
  for (const part of parts) expect(part.trim()).toMatch(prints)
  for (const key of keys) ran[key ?? ''] = ranWith(`${distribution} ${version}`)
})

test('what is written down as run is among what runs here', ({ skip }) => {
  skip(need !== '', need)
  const libraries = new Set(cases.map(({ library }) => library))
  const claimed = Object.keys(recordedRuns()).filter((key) => libraries.has(key.split('/')[0] ?? ''))
  expect(claimed.toSorted()).toEqual(Object.keys(ran).toSorted())
})

/** Must not be the name of a module. */
function scriptOf(format: string): string {
  return `read-${format}.py`
}

function repo(format: string): string {
  return `datasets/${admin.name}/code-${format}`
}

/** Returns the paths of the files generated for a format. */
function filesOf(format: string): string[] {
  if (format !== 'lance') return [`data.${format}`]
  return readdirSync(join(work, 'data.lance'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(work.length + 1))
}

async function python(cwd: string, words: readonly string[]): Promise<{ status: number | null; output: string }> {
  const env = {
    ...cleanEnvironment(cwd, programs),
    HF_TOKEN: admin.token,
    HF_HUB_DISABLE_PROGRESS_BARS: '1',
    HF_DATASETS_DISABLE_PROGRESS_BARS: '1',
  }
  const child = spawn(join(programs, 'python'), words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.on('data', (piece) => (output += String(piece)))
  child.stderr.on('data', (piece) => (errors += String(piece)))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, output: status === 0 ? output : output + errors }
}
