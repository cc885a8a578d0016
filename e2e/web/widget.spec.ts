import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { defaultRuntimeFolder, runtimeProblem } from '../../packages/engine/src/runtime-folder.ts'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'
import { loudnessModel, meanColorModel, oneBuoyModel, wordNamingModel } from '../support/tiny-onnx.ts'
import { tinyLlama } from './hub-fixture.ts'
import { admin, expect, expectAccessible, expectFits, signIn, test as site } from './site.ts'

/** A PNG of one red pixel. */
const redDot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

const engineRuntime = process.env['PORTOLAN_ENGINE_RUNTIME'] ?? defaultRuntimeFolder
const noEngine = runtimeProblem(engineRuntime)

/** A hub with models that browsers can run, and some that they cannot. */
const test = site.extend<object, { hub: BootedHub }>({
  hub: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      await using hub = await bootHub({ PORTOLAN_ENGINE_RUNTIME: engineRuntime })
      await fill(hub)
      await use(hub)
    },
    { scope: 'worker' },
  ],
})

/** Blocks all requests to other hosts. @returns the blocked URLs */
async function refuseOutside(context: BrowserContext, hub: BootedHub): Promise<string[]> {
  const refused: string[] = []
  await context.route(
    (url) => url.origin !== new URL(hub.url).origin && url.protocol.startsWith('http'),
    async (route) => {
      refused.push(route.request().url())
      await route.abort()
    },
  )
  return refused
}

const widget = (page: Page) => page.getByRole('region', { name: 'Try it' })
const result = (page: Page) => widget(page).getByRole('region', { name: 'Result' })
const runButton = (page: Page) => widget(page).getByRole('button', { name: 'Run in this browser' })
const status = (page: Page) => widget(page).getByRole('status')

test('the tiny Llama writes in the browser, and no request leaves the hub', async ({ context, page, hub }) => {
  test.skip(tinyLlama === null, 'the real material is absent')
  const refused = await refuseOutside(context, hub)
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  await page.goto('/ada/stories')
  await expect(runButton(page)).toBeEnabled()
  expect(asked.filter((url) => /\.wasm|\.onnx|run-model/.test(url))).toEqual([])

  await widget(page).getByLabel('Text').fill('Once upon a time')
  await widget(page).getByLabel('Longest answer').fill('40')
  await runButton(page).click()
  await expect(status(page)).toHaveText(/^Ran in this browser \(WebAssembly\) in /, { timeout: 60_000 })
  // The weights were trained on children's stories: the most likely words are the same on every machine.
  await expect(result(page)).toContainText('Once upon a time, there was a little girl named Lily.')
  expect(refused).toEqual([])
  expect(asked.filter((url) => new URL(url).origin !== new URL(hub.url).origin && url.startsWith('http'))).toEqual([])
  expect(asked.filter((url) => url.endsWith('/onnx/model.onnx'))).not.toEqual([])
})

test('with a graphics card it is computed there, and nowhere else but from the hub', async ({ hub }) => {
  test.setTimeout(240_000)
  test.skip(tinyLlama === null, 'the real material is absent')
  // A software GPU (SwiftShader), which runs on the CPU and ships with Chromium.
  const browser = await chromium.launch({
    executablePath: process.env['PORTOLAN_CHROMIUM'] ?? '/usr/bin/chromium',
    chromiumSandbox: false,
    args: ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--disable-dev-shm-usage'],
  })
  try {
    const context = await browser.newContext()
    const refused = await refuseOutside(context, hub)
    const page = await context.newPage()
    await page.goto(`${hub.url}/ada/stories`)
    const hasCard = await page.evaluate(async () => {
      const { gpu } = navigator as Navigator & { gpu?: { requestAdapter(): Promise<object | null> } }
      return gpu !== undefined && (await gpu.requestAdapter()) !== null
    })
    test.skip(!hasCard, 'this Chromium brings no software card')
    await widget(page).getByLabel('Text').fill('Once upon a time')
    await widget(page).getByLabel('Longest answer').fill('20')
    await runButton(page).click()
    await expect(status(page)).toHaveText(/^Ran in this browser, on its graphics card \(WebGPU\) in /, { timeout: 120_000 })
    await expect(result(page)).toContainText('Once upon a time, there was a little girl named Lily.')
    expect(refused).toEqual([])
  } finally {
    await browser.close()
  }
})

test('a run can be stopped, and run again', async ({ page }) => {
  test.skip(tinyLlama === null, 'the real material is absent')
  await page.goto('/ada/stories')
  await widget(page).getByLabel('Longest answer').fill('450')
  await runButton(page).click()
  await expect(result(page)).toContainText('The old skipper looked at the sky and said', { timeout: 60_000 })
  await widget(page).getByRole('button', { name: 'Stop' }).click()
  await expect(status(page)).toHaveText('Stopped.')
  await widget(page).getByLabel('Longest answer').fill('3')
  await widget(page).getByLabel('Text').press('Control+Enter')
  await expect(status(page)).toHaveText(/^Ran in this browser/, { timeout: 60_000 })
})

test('a private model runs for its owner and is not there for others', async ({ browser, context, page, hub }) => {
  test.skip(tinyLlama === null, 'the real material is absent')
  await signIn(context, hub)
  await copyToGrace(page)
  await page.goto('/grace/secret')
  await runButton(page).click()
  await expect(status(page)).toHaveText(/^Ran in this browser/, { timeout: 60_000 })
  const stranger = await browser.newContext()
  for (const path of ['', '/resolve/main/onnx/model.onnx']) {
    const [hidden, missing] = await Promise.all(
      ['secret', 'nothing'].map((name) => stranger.request.get(`${hub.url}/grace/${name}${path}`)),
    )
    expect(hidden?.ok()).toBe(false)
    expect(hidden?.status()).toBe(missing?.status())
  }
  await stranger.close()
})

/** Creates a private model with the page's session, as the upload page does. */
async function copyToGrace(page: Page): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const files = Object.entries({ ...llamaFiles(), 'README.md': '---\npipeline_tag: text-generation\n---\n' }).map(([path, content]) => ({
    path,
    content: Buffer.from(content).toString('base64'),
  }))
  await page.goto('/')
  const answers = await page.evaluate(
    async ([given, entries]) => {
      const create = await fetch('/api/repos/create', {
        method: 'POST',
        headers: given,
        body: JSON.stringify({ type: 'model', name: 'secret', private: true }),
      })
      const lines = [
        { key: 'header', value: { summary: 'Add' } },
        ...entries.map((value) => ({ key: 'file', value: { ...value, encoding: 'base64' } })),
      ]
      const commit = await fetch('/api/models/grace/secret/commit/main', {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: lines.map((line) => JSON.stringify(line)).join('\n'),
      })
      return [create.status, commit.status]
    },
    [headers, files] as const,
  )
  expect(answers).toEqual([200, 200])
}

test('an image classifier draws bars: of a sample, of a file that is dropped', async ({ page }) => {
  await page.goto('/ada/colors')
  await expect(widget(page).getByRole('img', { name: 'Chosen: input.svg' })).toBeVisible()
  await runButton(page).click()
  await expect(result(page).getByRole('listitem')).toHaveCount(3, { timeout: 60_000 })
  await expect(result(page).getByRole('listitem').first()).toContainText('blue')

  const red = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 20 })
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = '#ff0000'
    context?.fillRect(0, 0, 40, 20)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await widget(page)
    .getByLabel('Picture: choose a file')
    .setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: Buffer.from(red, 'base64') })
  await expect(widget(page).getByRole('img', { name: 'Chosen: red.png' })).toBeVisible()
  await runButton(page).click()
  await expect(result(page).getByRole('listitem').first()).toContainText(/^red/)
})

test('names of words are marked in the text, boxes drawn on the picture', async ({ page }) => {
  await page.goto('/ada/names')
  await widget(page).getByLabel('Text').fill('Ingrid sails to Skarv')
  await runButton(page).click()
  await expect(result(page).locator('mark')).toHaveText(['Ingrid PER', 'Skarv LOC'], { timeout: 60_000 })
  await expect(result(page)).toHaveText('Ingrid PER sails to Skarv LOC')

  await page.goto('/ada/buoy')
  await runButton(page).click()
  await expect(result(page).getByRole('listitem')).toHaveText(/^buoy0\.99/, { timeout: 60_000 })
  const picture = await result(page).getByRole('img').boundingBox()
  const box = await result(page).locator('span.absolute').first().boundingBox()
  const share = (at: number, from: number, whole: number) => Math.round(((at - from) / whole) * 100)
  expect(picture && box && [share(box.x, picture.x, picture.width), share(box.y, picture.y, picture.height)]).toEqual([50, 50])
  expect(picture && box && [share(box.width, 0, picture.width), share(box.height, 0, picture.height)]).toEqual([50, 50])
})

test('a sound is decoded at the rate that the model hears, and can be played', async ({ page }) => {
  await page.goto('/ada/loudness')
  await expect(widget(page).getByLabel('Chosen: input.wav')).toBeVisible()
  await runButton(page).click()
  await expect(result(page).getByRole('listitem').first()).toHaveText(/^loud/, { timeout: 60_000 })
})

test('examples of the card are offered; what it links elsewhere is not fetched', async ({ context, page, hub }) => {
  const refused = await refuseOutside(context, hub)
  await page.goto('/ada/painted')
  await expect(widget(page).getByLabel('Example').getByRole('option')).toHaveText(['Red', 'red dot.png'])
  await runButton(page).click()
  await expect(result(page).getByRole('listitem').first()).toHaveText(/^red/, { timeout: 60_000 })
  expect(refused).toEqual([])
})

test('on the hub the answer is streamed, and the request is the one of the code beside', async ({ context, page, hub }) => {
  test.skip(tinyLlama === null, 'the real material is absent')
  test.skip(noEngine !== null, noEngine ?? '')
  await signIn(context, hub)
  await page.goto('/ada/stories?call=http&client=shell.curl')
  await widget(page).getByLabel('On the hub').check()
  await widget(page).getByLabel('Text').fill('It\'s "late" & <dark>')
  await widget(page).getByLabel('Longest answer').fill('12')
  await widget(page).getByLabel('Temperature').fill('0')
  const code = page.getByRole('region', { name: 'Code: Call it with curl' })
  await expect(code).toContainText('"max_tokens": 12')
  const printed = await code.innerText()
  const sent = page.waitForRequest((request) => request.url().endsWith('/v1/chat/completions'))
  await widget(page).getByRole('button', { name: 'Run on the hub' }).click()
  const request = await sent
  expect(request.headers()['authorization']).toBeUndefined()
  // curl sends the arguments that the shell parses from the printed command.
  const curl = curlWords(printed)
  expect(request.url()).toBe(curl.url)
  expect(request.headers()['content-type']).toBe('application/json')
  expect(JSON.parse(request.postData() ?? '')).toEqual(JSON.parse(curl.body))
  expect(JSON.parse(curl.body)).toEqual({
    model: 'ada/stories',
    messages: [{ role: 'user', content: 'It\'s "late" & <dark>' }],
    max_tokens: 12,
    temperature: 0,
    stream: true,
  })
  await expect(status(page)).toHaveText(/^Ran on the hub in /, { timeout: 60_000 })
  await expect(result(page)).toContainText(/\w{3}/)
})

/** Returns the URL and body of a printed curl command: bash runs it with a `curl` that only prints its arguments. */
function curlWords(code: string): { url: string; body: string } {
  const done = spawnSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }\n${code}`], {
    encoding: 'utf8',
    env: { ...process.env, HF_TOKEN: 'x' },
  })
  const words = done.stdout.split('\0')
  return {
    url: words.find((word) => word.startsWith('http')) ?? '',
    body: words[words.findIndex((word) => /^(-d|--data|--data-raw|--json)$/.test(word)) + 1] ?? '',
  }
}

test('who is not signed in is told so, and may still read the code', async ({ page }) => {
  test.skip(tinyLlama === null, 'the real material is absent')
  test.skip(noEngine !== null, noEngine ?? '')
  await page.goto('/ada/stories')
  await widget(page).getByLabel('On the hub').check()
  await expect(widget(page).getByRole('button', { name: 'Run on the hub' })).toBeDisabled()
  await expect(widget(page)).toContainText('Sign in to run models on the hub.')
  await page.getByRole('link', { name: 'Call the API' }).click()
  await expect(page.getByRole('region', { name: 'Code: Call it with OpenAI' })).toContainText('os.environ["HF_TOKEN"]')
  await expect(page.locator('[data-proof]')).toContainText('Recorded: run unchanged with openai')
  await page.keyboard.press('c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('os.environ["HF_TOKEN"]')
  await page.keyboard.press('l')
  await expect(page).toHaveURL(/client=javascript\.openai/)
  await page.getByRole('link', { name: 'Run locally' }).click()
  await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible()
  // The client is remembered for the next model, and does not affect the code that loads it.
  await page.goto('/ada/colors')
  await expect(page.getByRole('navigation', { name: 'Library' }).getByText('Transformers', { exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await page.getByRole('link', { name: 'Call the API' }).click()
  await expect(page.getByRole('navigation', { name: 'Language' }).getByText('JavaScript')).toHaveAttribute('aria-current', 'true')
})

test('two that answer: chosen in the panel, measured by the first call; what goes wrong is said', async ({ context, page }) => {
  await using upstream = await startUpstream()
  const file = join(mkdtempSync(join(tmpdir(), 'portolan-upstreams-')), 'inference.yaml')
  const entry = (name: string) => ({
    name,
    kind: 'openai',
    url: `${upstream.url}/${name}/v1`,
    probe: false,
    models: [{ id: 'ada/remote' }],
  })
  writeFileSync(file, JSON.stringify({ upstreams: [entry('harbour'), entry('wreck')] }))
  await using hub = await bootHub({ PORTOLAN_INFERENCE_FILE: file })
  await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name: 'remote' }) })
  await commitFiles(hub, 'models/ada/remote', {
    'README.md': '---\npipeline_tag: text-generation\ntags: [conversational]\n---\n# Far away\n',
  })
  await signIn(context, hub)

  await page.goto(`${hub.url}/ada/remote?call=http&client=shell.curl`)
  const code = page.getByRole('region', { name: 'Code: Call it with curl' })
  await expect(code).toContainText('"model": "ada/remote",')
  const providers = page.getByRole('navigation', { name: 'Answered by' })
  await expect(providers.getByRole('link')).toHaveText(['Automatic', 'harbour', 'wreck'])
  await providers.getByRole('link', { name: 'harbour' }).click()
  await expect(code).toContainText('"model": "ada/remote:harbour",')
  for (const said of ['Which ocean is the deepest?', 'And the warmest?']) {
    await widget(page).getByLabel('Your message').fill(said)
    await widget(page).getByRole('button', { name: 'Run on the hub' }).click()
    await expect(result(page).getByRole('listitem').last()).toHaveText('The model: Ahoy <b>there</b>')
    await expect(status(page)).toHaveText(/^Ran on the hub/)
  }
  const conversation = [
    { role: 'user', content: 'Which ocean is the deepest?' },
    { role: 'assistant', content: 'Ahoy <b>there</b>' },
    { role: 'user', content: 'And the warmest?' },
  ]
  expect(upstream.asked.at(-1)).toMatchObject({ messages: conversation, stream: true })
  await expect(code).toContainText('"content": "And the warmest?"')
  await widget(page).getByRole('button', { name: 'New conversation' }).click()
  await expect(result(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/^Answered by harbour: first words after \d+ ms/)).toBeVisible()

  await providers.getByRole('link', { name: 'wreck' }).click()
  await expect(code).toContainText('"model": "ada/remote:wreck",')
  await widget(page).getByLabel('Your message').fill('Ahoy?')
  await widget(page).getByRole('button', { name: 'Run on the hub' }).click()
  await expect(status(page)).toHaveText('The model did not run to its end.')
  await expect(widget(page)).toContainText('Ahoy <b>there</b>')
  await expect(widget(page).getByRole('button', { name: 'Run on the hub' })).toBeEnabled()
})

/** An OpenAI-compatible server: below `/harbour` it streams, below `/wreck` it aborts in the middle. */
async function startUpstream(): Promise<AsyncDisposable & { url: string; asked: unknown[] }> {
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    void request.toArray().then((pieces: Buffer[]) => {
      asked.push(JSON.parse(Buffer.concat(pieces).toString()))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const piece = (content: string) => response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`)
      piece('Ahoy ')
      piece('<b>there</b>')
      if (request.url?.startsWith('/wreck') === true) setTimeout(() => response.destroy(), 300)
      else response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('a picture on the hub: bars of the same model', async ({ context, page, hub }) => {
  test.skip(noEngine !== null, noEngine ?? '')
  await signIn(context, hub)
  await page.goto('/ada/colors')
  await widget(page).getByLabel('On the hub').check()
  await widget(page).getByRole('button', { name: 'Run on the hub' }).click()
  await expect(status(page)).toHaveText(/^Ran on the hub in /, { timeout: 60_000 })
  await expect(result(page).getByRole('listitem').first()).toContainText('blue')
  // With a parameter, the image is sent inside JSON.
  await widget(page).getByLabel('How many').fill('2')
  const sent = page.waitForRequest((request) => request.url().endsWith('/hf-inference/models/ada/colors'))
  await widget(page).getByRole('button', { name: 'Run on the hub' }).click()
  const { inputs, parameters } = JSON.parse((await sent).postData() ?? '') as { inputs: string; parameters: unknown }
  expect(Buffer.from(inputs, 'base64').subarray(1, 4).toString()).toBe('PNG')
  expect(parameters).toEqual({ top_k: 2 })
  await expect(result(page).getByRole('listitem')).toHaveCount(2, { timeout: 60_000 })
})

test('says why a model does not run: before, and when its files are broken', async ({ page }) => {
  await page.goto('/ada/torch')
  await expect(widget(page)).toContainText(/This model runs neither in the browser.*it has no weights in ONNX format \(onnx\/\*\.onnx\)/)
  await expect(widget(page).getByRole('button')).toHaveCount(0)
  await page.goto('/ada/own')
  await expect(widget(page)).toContainText('transformers.js loads no model of the type custom')
  await expect(runButton(page)).toHaveCount(0)
  await page.goto('/ada/broken')
  await runButton(page).click()
  await expect(status(page)).toHaveText('The model did not run.', { timeout: 60_000 })
  await expect(runButton(page)).toBeEnabled()
})

test('fields are there before any script, and nothing promises what cannot be done', async ({ browser, hub }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${hub.url}/ada/colors`)
  await expect(page.getByRole('button', { name: 'Run in this browser' })).toBeDisabled()
  expect(await page.innerText('#main')).toContain('Running it needs JavaScript')
  await context.close()
})

for (const scheme of ['light', 'dark'] as const)
  test(`accessible and no wider than a telephone, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`/ada/colors${width === 360 ? '?call=http' : ''}`)
      await widget(page).scrollIntoViewIfNeeded()
      await runButton(page).click()
      await expect(result(page).getByRole('listitem')).toHaveCount(3, { timeout: 60_000 })
      await expectFits(page)
      await expectAccessible(page)
    }
  })

function llamaFiles(): Record<string, string | Uint8Array> {
  if (tinyLlama === null) return {}
  const folder = tinyLlama
  const wanted = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/gguf|safetensors/.test(entry.name),
  )
  return Object.fromEntries(
    wanted.map(({ parentPath, name }) => [join(parentPath, name).slice(folder.length + 1), readFileSync(join(parentPath, name))]),
  )
}

async function fill(hub: BootedHub): Promise<void> {
  const create = (name: string, more: object = {}) =>
    hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name, ...more }) })
  const add = async (name: string, files: Record<string, string | Uint8Array>, more: object = {}) => {
    expect((await create(name, more)).status).toBe(200)
    await commitFiles(hub, `models/${admin.name}/${name}`, files)
  }
  const card = (task: string) => ({ 'README.md': `---\npipeline_tag: ${task}\nlibrary_name: transformers\n---\n# A model\n` })
  await add('stories', { ...llamaFiles(), ...card('text-generation') })
  await add('colors', { ...meanColorModel(), ...card('image-classification') })
  await add('names', { ...wordNamingModel(), ...card('token-classification') })
  await add('buoy', { ...oneBuoyModel(), ...card('object-detection') })
  await add('loudness', { ...loudnessModel(), ...card('audio-classification') })
  const samples = [
    'src: https://example.org/a.png',
    'src: ../../../api/whoami-v2',
    'src: red dot.png\n  example_title: Red',
    'src: red dot.png',
  ]
  await add('painted', {
    ...meanColorModel(),
    'red dot.png': Buffer.from(redDot, 'base64'),
    'README.md': `---\npipeline_tag: image-classification\nwidget:\n${samples.map((sample) => `- ${sample}\n`).join('')}---\n# Painted\n`,
  })
  await add('torch', { ...card('text-generation'), 'config.json': '{"model_type":"llama"}' })
  await add('own', { ...card('image-classification'), 'config.json': '{"model_type":"custom"}', 'onnx/model.onnx': 'none' })
  await add('broken', { ...meanColorModel(), ...card('image-classification'), 'onnx/model.onnx': 'no protocol buffer' })
}
