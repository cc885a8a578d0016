import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrStartHub } from '../scripts/demo/hub-process.ts'

const root = join(import.meta.dirname, '..')
const node = join(root, 'node_modules/.bin/node')
const penguins = Array.from({ length: 1_200 }, (_, i) => ({ Species: 'Adelie', 'Beak Length (mm)': i }))
let dataDir = ''
let url = ''

/** Runs the demo as a child process, with an unreachable registry: packages come only from the cache. */
function demo(...words: string[]) {
  const done = spawnSync(node, [join(root, 'scripts/demo/main.ts'), '--url', url, '--data-dir', dataDir, ...words], {
    encoding: 'utf8',
    cwd: dataDir,
    env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' },
  })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portolan-demo-'))
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number }
      probe.close(() => resolve(free))
    })
  })
  url = `http://localhost:${port}`
  const folder = join(dataDir, 'demo/packages/vega-datasets-3.2.1')
  mkdirSync(join(folder, 'data'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '3.2.1', license: 'BSD-3-Clause' }))
  writeFileSync(join(folder, 'data/penguins.json'), JSON.stringify(penguins))
  const resource = {
    path: 'penguins.json',
    description: 'Measurements of\npenguins.',
    licenses: [{ name: 'CC0 1.0 Universal' }],
    sources: [{ title: 'Palmer Station', path: 'https://example.org/penguins' }],
    schema: { fields: [{ name: 'Species', type: 'string', description: 'one | of three' }] },
  }
  writeFileSync(join(folder, 'datapackage.json'), JSON.stringify({ resources: [resource] }))
})

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('the demo starts a hub, uploads once, says where to look and how to sign in', async () => {
  const first = demo('--only', 'datasets/vega/penguins')
  expect(first.err).toBe('')
  expect(first.code).toBe(0)
  expect(first.out).toContain('uploaded 2 files')
  expect(first.out).toContain(`${url}/datasets/vega/penguins`)
  expect(first.out).toMatch(/name {6}demo\n {2}password {2}\S{16}\n/)

  const second = demo('--only', 'datasets/vega/penguins')
  expect(second.code).toBe(0)
  expect(second.out).toContain('is there already')
  expect(second.out).not.toContain('password')

  const hub = await findOrStartHub(url, dataDir)
  try {
    const file = await fetch(`${url}/datasets/vega/penguins/resolve/main/penguins.json`)
    expect(await file.json()).toEqual(penguins)
    const info = (await (await fetch(`${url}/api/datasets/vega/penguins`)).json()) as { tags: string[]; cardData: Record<string, unknown> }
    expect(info.tags).toEqual(['size_categories:1K<n<10K', 'license:cc0-1.0', 'tabular', 'biology', 'vega-datasets', 'format:json'])
    expect(info.cardData['pretty_name']).toBe('Palmer penguins')
    const card = await (await fetch(`${url}/datasets/vega/penguins/raw/main/README.md`)).text()
    for (const part of [
      'Measurements of penguins.',
      '[Palmer Station](https://example.org/penguins)',
      'BSD-3-Clause',
      'CC0 1.0 Universal',
      'one \\| of three',
    ])
      expect(card).toContain(part)
    expect(existsSync(join(dataDir, 'demo/npm-cache'))).toBe(false)
    // A running hub is used as is.
    expect(demo('--only', 'datasets/vega/penguins').out).not.toContain('was started')
  } finally {
    await hub.stop()
  }
})

test('a package that cannot be had is named, the others are uploaded, and the exit code tells', () => {
  const { code, out, err } = demo('--only', 'spotify/basic-pitch', '--only', 'datasets/vega/penguins')
  expect(code).toBe(1)
  expect(err).toMatch(/spotify\/basic-pitch +failed: /)
  expect(err).toContain('Failed: spotify/basic-pitch.')
  expect(out).toContain('is there already')
})

test('a hub on another folder is not touched; a name that is not there is refused', async () => {
  const hub = await findOrStartHub(url, dataDir)
  const other = mkdtempSync(join(tmpdir(), 'portolan-demo-'))
  try {
    const { code, err } = demo('--data-dir', other)
    expect([code, err]).toEqual([
      1,
      `The hub at ${url} does not use ${other}. Name its folder with --data-dir, or another address with --url.\n`,
    ])
    expect(existsSync(join(other, 'hub.db'))).toBe(false)
  } finally {
    await hub.stop()
    rmSync(other, { recursive: true, force: true })
  }
  expect(demo('--only', 'nobody/nothing').code).toBe(2)
})
