import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'

const data = process.env['PORTOLAN_SHARED_DATA'] ?? join(import.meta.dirname, '../../../shared/data')

/** The folder of the tiny Llama, or `null` if the real data is missing. */
export const tinyLlama = existsSync(join(data, 'models/karpathy/stories260K')) ? join(data, 'models/karpathy/stories260K') : null

/**
 * One hub per worker, and a listener on every page: any browser warning or error fails the test. `ada` has no password: tests that sign in create
 * their own account.
 */
export const test = base.extend<{ quiet: string[] }, { hub: BootedHub }>({
  hub: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
    async ({}, use) => {
      await using hub = await bootHub()
      await fill(hub)
      await use(hub)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ hub }, use) => use(hub.url),
  quiet: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Fills a small but complete hub: a model with everything, a malformed one, a dataset, a Space, an empty repo. */
async function fill(hub: BootedHub): Promise<void> {
  const create = async (type: string, name: string, more: object = {}) => {
    const answer = await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type, name, ...more }) })
    expect(answer.status).toBe(200)
  }
  await create('model', 'stories')
  await commitFiles(hub, `models/${admin.name}/stories`, {
    'README.md':
      '---\nlicense: mit\nlanguage: en\npipeline_tag: text-generation\ntags: [stories]\nbase_model: karpathy/tinyllamas\n---\n# Stories\n\nWrites *stories*.\n\n## Table\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nprint("hello")\n```\n\n$x^2$\n\n- [x] done\n\n<img src="x.png" onerror="alert(1)"><script>alert(2)</script>\n',
    'config.json': '{"architectures":["LlamaForCausalLM"],"model_type":"llama"}\n',
    'tokenizer.json': '{}',
    'folder/deep/notes.txt': 'one\ntwo\nthree\n',
  })
  await create('model', 'broken')
  await commitFiles(hub, `models/${admin.name}/broken`, { 'config.json': '{ not json', 'README.md': '# Broken\n\nIts configuration is.\n' })
  await create('model', 'empty')
  await create('dataset', 'tides')
  await commitFiles(hub, `datasets/${admin.name}/tides`, {
    'README.md': '---\nlicense: cc0-1.0\ntask_categories: [tabular-regression]\n---\n# Tides\n\nHeights by hour.\n',
    'data.csv': 'hour,height\n0,1.2\n',
  })
  await create('space', 'chart', { sdk: 'static' })
  await commitFiles(hub, `spaces/${admin.name}/chart`, { 'index.html': '<!doctype html><title>Chart</title><p>Hello</p>\n' })
}

/** Returns the content of a file of the tiny Llama. */
export function llamaFile(path: string): Buffer {
  return readFileSync(join(tinyLlama ?? '', path))
}
