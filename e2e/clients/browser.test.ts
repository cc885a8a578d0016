import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { expect, test } from 'vitest'
import { bootHub } from '../support/booted-hub.ts'

/* Acceptance check 8 of the wire contract (hub API, section 17): transformers.js in a browser, on a page of another origin. */

const root = join(import.meta.dirname, '../..')
const data = process.env['PORTOLAN_SHARED_DATA'] ?? join(root, '../shared/data')
const model = join(data, 'models/karpathy/stories260K')
const library = join(
  process.env['PORTOLAN_E2E_JS'] ?? join(root, '.cache/js'),
  'node_modules/@huggingface/transformers/dist/transformers.min.js',
)
const browserPath = process.env['PORTOLAN_CHROMIUM'] ?? '/usr/bin/chromium'
const missing = [
  [library, 'bash scripts/test/js-clients.sh'],
  [browserPath, 'apt-get install chromium'],
  [model, 'PORTOLAN_SHARED_DATA'],
].filter(([path = '']) => !existsSync(path))
const need = missing.length === 0 ? '' : `, provide it with: ${missing.map(([, provide]) => provide).join(', ')}`
const files = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'special_tokens_map.json']

test.skipIf(need !== '')(`transformers.js reads a model from the hub, from a page of another origin${need}`, async () => {
  await using hub = await bootHub()
  const contents = files.map((path) => ({ path, content: readFileSync(join(model, path), 'utf8') }))
  await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ name: 'stories', files: contents }) })
  const pages = createServer((request, response) => {
    const isScript = request.url?.endsWith('.js') === true
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? readFileSync(library) : '<!doctype html><title>Another origin</title>')
  })
  pages.listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const elsewhere = `http://localhost:${(pages.address() as AddressInfo).port}`
  const browser = await chromium.launch({
    executablePath: browserPath,
    chromiumSandbox: false,
    args: ['--disable-dev-shm-usage', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      // The library asks for optional files and takes 404 for an answer; Chromium mentions each.
      if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(elsewhere)
    expect(await page.evaluate(script(`${hub.url}/`, `${elsewhere}/transformers.js`))).toEqual({
      type: 'llama',
      text: 'Once upon a time',
      range: `bytes 0-0/${readFileSync(join(model, 'config.json')).length}`,
      commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
    })
    expect(complaints).toEqual([])
  } finally {
    await browser.close()
    pages.close()
  }
})

/** As text: what the test runner does to `import` is not known to the browser. */
function script(host: string, source: string): string {
  return `(async () => {
    const { AutoTokenizer, AutoConfig, env } = await import('${source}')
    env.remoteHost = '${host}'
    env.allowLocalModels = false
    const config = await AutoConfig.from_pretrained('ada/stories')
    const tokenizer = await AutoTokenizer.from_pretrained('ada/stories')
    const { headers } = await fetch('${host}ada/stories/resolve/main/config.json', { headers: { Range: 'bytes=0-0' } })
    return {
      type: config.model_type,
      text: tokenizer.decode(tokenizer.encode('Once upon a time'), { skip_special_tokens: true }),
      range: headers.get('content-range'),
      commit: headers.get('x-repo-commit'),
    }
  })()`
}
