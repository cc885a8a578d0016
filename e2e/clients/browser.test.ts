import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { admin, bootHub } from '../support/booted-hub.ts'
import { recordCalls } from '../support/noted-calls.ts'
import { packageVersion } from '../support/package-version.ts'

/* Acceptance check 8 of the wire contract: transformers.js and @huggingface/hub in a browser, on a page of another origin. */

const root = join(import.meta.dirname, '../..')
const data = process.env['PORTOLAN_SHARED_DATA'] ?? join(root, '../shared/data')
const model = join(data, 'models/karpathy/stories260K')
const modules = join(process.env['PORTOLAN_E2E_JS'] ?? join(root, '.cache/js'), 'node_modules')
const library = join(modules, '@huggingface/transformers/dist/transformers.min.js')
/** The runtime of transformers.js, served next to it on the page's own origin. */
const runtime = join(modules, 'onnxruntime-web/dist')
const browserPath = process.env['PORTOLAN_CHROMIUM'] ?? '/usr/bin/chromium'
const missing = [
  [library, 'bash scripts/test/js-clients.sh'],
  [browserPath, 'apt-get install chromium'],
  [model, 'PORTOLAN_SHARED_DATA'],
].filter(([path = '']) => !existsSync(path))
const need = missing.length === 0 ? '' : `, provide it with: ${missing.map(([, provide]) => provide).join(', ')}`
const files = ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', 'special_tokens_map.json']
const notes = recordCalls(import.meta.filename)

test.skipIf(need !== '')(
  `transformers.js reads a model from the hub, from a page of another origin${need}`,
  async () => {
    await using hub = await bootHub()
    const contents = [
      ...files.map((path) => ({ path, content: readFileSync(join(model, path), 'utf8') })),
      { path: 'onnx/model.onnx', content: readFileSync(join(model, 'onnx/model.onnx')).toString('base64'), encoding: 'base64' },
    ]
    await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ name: 'stories', files: contents }) })
    await using page = await openPage({
      '/transformers.js': () => readFileSync(library),
      ...Object.fromEntries(readdirSync(runtime).map((name) => [`/ort/${name}`, () => readFileSync(join(runtime, name))])),
    })
    expect(await page.run(script(`${hub.url}/`, page.origin))).toEqual({
      type: 'llama',
      text: 'Once upon a time',
      written: expect.stringMatching(/^Once upon a time.+/s) as string,
      range: `bytes 0-0/${readFileSync(join(model, 'config.json')).length}`,
      commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
    })
    expect(page.complaints).toEqual([])
    const version = packageVersion('@huggingface/transformers', modules)
    for (const call of ['AutoConfig.from_pretrained', 'AutoTokenizer.from_pretrained', "pipeline('text-generation')"])
      notes.note('newest', { client: '@huggingface/transformers (Chromium)', version, call, error: null, status: null, note: null })
  },
  300_000,
)

test.skipIf(need !== '')(
  `@huggingface/hub writes and reads a repo from a page of another origin${need}`,
  async () => {
    await using hub = await bootHub()
    await using page = await openPage({ '/hub.js': await bundledHub() })
    const calls = (await page.run(hubScript(hub.url, page.origin))) as string[]
    expect(calls).toHaveLength(16)
    expect(page.complaints).toEqual([])
    const version = packageVersion('@huggingface/hub')
    for (const call of calls)
      notes.note('newest', { client: '@huggingface/hub (Chromium)', version, call, error: null, status: null, note: null })
  },
  300_000,
)

interface Page extends AsyncDisposable {
  readonly origin: string
  /** Errors reported by the browser, such as a response that CORS blocked. */
  readonly complaints: readonly string[]
  run(code: string): Promise<unknown>
}

/** Opens an empty page on its own origin, with these scripts. */
async function openPage(scripts: Readonly<Record<string, () => Buffer>>): Promise<Page> {
  const pages = createServer((request, response) => {
    const path = request.url ?? ''
    const found = scripts[path]
    const type = path.endsWith('.wasm') ? 'application/wasm' : found ? 'text/javascript' : 'text/html'
    response.setHeader('Content-Type', type)
    response.end(found?.() ?? '<!doctype html><title>Another origin</title>')
  })
  pages.listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const origin = `http://localhost:${(pages.address() as AddressInfo).port}`
  const browser = await chromium.launch({
    executablePath: browserPath,
    chromiumSandbox: false,
    args: ['--disable-dev-shm-usage', '--disable-gpu'],
  })
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // The libraries request optional files and accept a 404; Chromium logs each one.
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(origin)
  return {
    origin,
    complaints,
    run: (code) => page.evaluate(code),
    async [Symbol.asyncDispose]() {
      await browser.close()
      pages.close()
    },
  }
}

/** Builds the package for browsers the way its users do, as one file. */
async function bundledHub(): Promise<() => Buffer> {
  const entry = join(root, 'node_modules/@huggingface/hub/dist/browser/index.mjs')
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['es'] }, rolldownOptions: { output: { codeSplitting: false } } },
  })
  const output = (Array.isArray(built) ? built[0] : built) as { output: { type: string; code?: string }[] } | undefined
  const code = output?.output.find(({ type }) => type === 'chunk')?.code
  if (code === undefined) throw new Error('nothing was built')
  return () => Buffer.from(code)
}

/** Every call of the page, in order; each throws if the response differs from what was written. */
function hubScript(hub: string, origin: string): string {
  return `(async () => {
    const client = await import('${origin}/hub.js')
    const access = { hubUrl: '${hub}', accessToken: '${admin.token}' }
    const repo = { type: 'model', name: '${admin.name}/from-a-page' }
    const calls = []
    const call = async (name, words, check = () => true) => {
      let result = client[name]({ ...words, ...access })
      if (result && result[Symbol.asyncIterator]) {
        const all = []
        for await (const item of result) all.push(item)
        result = all
      }
      result = await result
      if (!(await check(result))) throw new Error(name + ' answered ' + JSON.stringify(result))
      calls.push(name)
      return result
    }
    // In pieces: a page may not ask for more at once.
    const large = new Uint8Array(11000000)
    for (let at = 0; at < large.length; at += 65536) crypto.getRandomValues(large.subarray(at, Math.min(at + 65536, large.length)))
    const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i])
    await call('whoAmI', {}, (me) => me.name === '${admin.name}')
    await call('createRepo', { repo })
    await call('uploadFiles', { repo, files: [{ path: 'a b/c.txt', content: new Blob(['ahoy']) }, { path: 'large.bin', content: new Blob([large]) }] })
    await call('uploadFile', { repo, file: { path: 'one.txt', content: new Blob(['1']) } })
    await call('commit', { repo, title: 'More', operations: [{ operation: 'addOrUpdate', path: 'two.txt', content: new Blob(['2']) }] })
    await call('listFiles', { repo, recursive: true }, (files) => files.some(({ path }) => path === 'a b/c.txt'))
    await call('fileExists', { repo, path: 'one.txt' }, (found) => found)
    await call('fileDownloadInfo', { repo, path: 'large.bin' }, (info) => info.size === large.length)
    await call('downloadFile', { repo, path: 'large.bin' }, async (file) => same(new Uint8Array(await file.arrayBuffer()), large))
    const part = await client.downloadFile({ repo, path: 'large.bin', ...access })
    if (!same(new Uint8Array(await part.slice(5000000, 5000100).arrayBuffer()), large.slice(5000000, 5000100))) throw new Error('a part is another')
    if ((await client.downloadFile({ repo, path: 'nope.txt', ...access })) !== null) throw new Error('a missing file was found')
    await call('pathsInfo', { repo, paths: ['one.txt'] }, (paths) => paths[0].size === 1)
    await call('listCommits', { repo }, (commits) => commits.length === 4)
    await call('countCommits', { repo }, (count) => count === 4)
    await call('listModels', { search: { owner: '${admin.name}' } }, (models) => models.length === 1)
    await call('modelInfo', { name: repo.name }, (info) => info.name === repo.name)
    await call('deleteFile', { repo, path: 'one.txt' })
    await call('deleteRepo', { repo })
    return calls
  })()`
}

/** A string, because the test runner's transform of `import` does not work in the browser. */
function script(host: string, origin: string): string {
  return `(async () => {
    const { AutoTokenizer, AutoConfig, env, pipeline } = await import('${origin}/transformers.js')
    env.remoteHost = '${host}'
    env.allowLocalModels = false
    env.backends.onnx.wasm.wasmPaths = '${origin}/ort/'
    env.backends.onnx.wasm.numThreads = 1
    const config = await AutoConfig.from_pretrained('ada/stories')
    const tokenizer = await AutoTokenizer.from_pretrained('ada/stories')
    const write = await pipeline('text-generation', 'ada/stories', { dtype: 'fp32', device: 'wasm' })
    const [{ generated_text: written }] = await write('Once upon a time', { max_new_tokens: 4 })
    const { headers } = await fetch('${host}ada/stories/resolve/main/config.json', { headers: { Range: 'bytes=0-0' } })
    return {
      type: config.model_type,
      written,
      text: tokenizer.decode(tokenizer.encode('Once upon a time'), { skip_special_tokens: true }),
      range: headers.get('content-range'),
      commit: headers.get('x-repo-commit'),
    }
  })()`
}
