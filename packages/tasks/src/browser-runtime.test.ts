import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  browserModelTypes,
  browserPipeline,
  browserPipelines,
  browserRuntimeRelease,
  otherBrowserPipelines,
  runsInBrowser,
  taskIds,
  taskLibraries,
} from './index.ts'

const folder = process.env['PORTOLAN_E2E_JS'] ?? join(import.meta.dirname, '../../../.cache/js')
const runtime = join(folder, 'node_modules/@huggingface/transformers/package.json')
const isThere = existsSync(runtime)

/** Queries the release itself: given an unknown pipeline it lists all of its pipelines, but it accepts aliases silently. */
const question = `
  import { env, pipeline } from '@huggingface/transformers'
  env.allowRemoteModels = false
  env.localModelPath = '/nowhere/'
  const ask = (task) => pipeline(task, 'nobody/nothing').then(() => '', (error) => error.message)
  const refusal = await ask('no such pipeline')
  const own = /Must be one of \\[(.*)\\]/.exec(refusal)[1].split(',')
  const served = []
  for (const task of JSON.parse(process.argv[1])) if (!(await ask(task)).startsWith('Unsupported pipeline')) served.push(task)
  console.log(JSON.stringify({ own, served }))
`

/** The model classes of a pipeline are listed in the release's source; each class says which types it accepts. */
const typeQuestion = `
  import { readFileSync } from 'node:fs'
  import { fileURLToPath } from 'node:url'
  import * as runtime from '@huggingface/transformers'
  const source = readFileSync(fileURLToPath(import.meta.resolve('@huggingface/transformers')), 'utf8')
  const pipelines = /^  "?([a-z0-9-]+)"?: \\{\\s+pipeline: \\w+,\\s+model: \\[?([\\w, ]+)\\]?,/gm
  const found = {}
  for (const [, name, classes] of source.matchAll(pipelines)) {
    const loaders = classes.split(',').map((each) => runtime[each.trim()])
    if (loaders.some(({ BASE_IF_FAIL }) => BASE_IF_FAIL)) continue
    found[name] = [...new Set(loaders.flatMap(({ MODEL_CLASS_MAPPINGS }) => MODEL_CLASS_MAPPINGS.flatMap((types) => [...types.keys()])))].sort()
  }
  console.log(JSON.stringify(found))
`

// If it is missing, `npm test` says so and how to provide it (scripts/test/tools.ts).
describe.skipIf(!isThere)('the in-browser runtime in use (bash scripts/test/js-clients.sh)', () => {
  const asked = isThere
    ? execFileSync(process.execPath, ['--input-type=module', '-e', question, JSON.stringify(taskIds)], { cwd: folder, encoding: 'utf8' })
    : '{}'
  const { own, served } = JSON.parse(asked) as { own: string[]; served: string[] }

  test('is the release that the list was taken from', () => {
    expect((JSON.parse(readFileSync(runtime, 'utf8')) as { version: string }).version).toBe(browserRuntimeRelease)
  })

  test('serves these tasks under their own name, and no other', () => {
    expect(Object.entries(browserPipelines).flatMap(([task, name]) => (task === name ? [task] : []))).toEqual(
      taskIds.filter((task) => served.includes(task)).sort((a, b) => place(a) - place(b)),
    )
  })

  test('takes every name that we give it', () => {
    const aliases = served.filter((task) => !own.includes(task))
    expect(aliases).toEqual(['text-to-speech'])
    for (const name of Object.values(browserPipelines)) expect([...own, ...aliases]).toContain(name)
  })

  test('loads these model types for its pipelines, and for the others any', () => {
    const types = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', typeQuestion], { cwd: folder, encoding: 'utf8' }),
    ) as Record<string, string[]>
    const ours = Object.keys(browserModelTypes)
    expect(Object.keys(types).filter((name) => Object.hasOwn(browserPipelines, name) && !ours.includes(name))).toEqual([])
    for (const name of ours) expect([name, browserModelTypes[name]?.split(' ')]).toEqual([name, types[name]])
  })

  test('has three pipelines that are no task', () => {
    expect(own.filter((name) => !taskIds.some((task) => task === name)).sort()).toEqual(Object.keys(otherBrowserPipelines))
  })
})

const order = Object.keys(browserPipelines)
const place = (task: string) => order.indexOf(task)

test('24 tasks, and where they differ from the published map', () => {
  expect(order.length).toBe(24)
  const published = taskIds.filter((task) => (taskLibraries[task] as readonly string[]).includes('transformers.js'))
  expect(published.length).toBe(24)
  expect(published.filter((task) => !runsInBrowser(task))).toEqual(['visual-question-answering'])
  expect(taskIds.filter((task) => runsInBrowser(task) && !published.includes(task))).toEqual(['image-feature-extraction'])
})

test('names from outside are looked up safely', () => {
  expect(browserPipeline('sentence-similarity')).toBe('feature-extraction')
  for (const name of ['__proto__', 'constructor', '', 'background-removal']) expect(browserPipeline(name)).toBeNull()
})
