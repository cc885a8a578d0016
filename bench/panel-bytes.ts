import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { createUser, loadActor, createRepo, type Hub, type UserActor } from '@portolan/hub'
import { tinyModel } from '@portolan/gguf/testing'
import { build as buildBundle } from 'vite'
import { loadPages } from '../apps/server/src/pages/load-pages.ts'
import { type RunningTestServer, startTestServer } from '../apps/server/src/testing/start-test-server.ts'
import { writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { buildVariant } from './parts/web-variant.ts'

/*
 * How much does the browser load for the snippets on a model page? The pages are built twice, as is and without the code panel, and both builds serve
 * the same models. The cost of snippets is the difference in the page (its HTML and hydration data), in scripts and in styles, all gzipped. The peer
 * is the smallest page script that contains the published generators: a minified bundle of one import of them, without the UI code to display their
 * output. Goal: under 15 kB.
 */
const goal = 15_000

/** The panel's files, replaced by stubs. */
const withoutPanel = {
  'features/code-panel/code-panel.tsx': 'export const CodePanel = () => null\n',
  'features/code-panel/code-address.ts': "export const codeAddress = () => '?'\nexport const fileAddress = () => '?'\n",
  'features/code-panel/code-data.server.ts': 'export const codeData = () => null\nexport const panelView = () => null\n',
}

const folder = benchFolder('panel-bytes')
try {
  const whole = await buildVariant(join(folder.path, 'whole'), {})
  const bare = await buildVariant(join(folder.path, 'bare'), withoutPanel)
  const peer = await publishedBytes()
  await using shown = await startTestServer({ pages: (hub) => loadPages(hub, whole.build) })
  await using without = await startTestServer({ pages: (hub) => loadPages(hub, bare.build) })
  const models = await addModels(shown.hub)
  await addModels(without.hub)
  const rows = []
  for (const [name, path] of Object.entries(models)) {
    const [full, less] = [await pageBytes(shown, path), await pageBytes(without, path)]
    const page = full.gzip - less.gzip
    const script = whole.assets.script - bare.assets.script
    const style = whole.assets.style - bare.assets.style
    const total = page + script + style
    rows.push({ name, path, page, script, style, total, pageRaw: full.raw - less.raw, wholePage: full.gzip, ofPeer: total / peer })
    console.log(
      `${name}: ${kB(total)} for snippets (page ${kB(page)}, scripts ${kB(script)}, styles ${kB(style)}; goal under ${kB(goal)}) · ` +
        `one import of the published package ${kB(peer)}, ratio ${(total / peer).toFixed(3)}`,
    )
  }
  writeResult('panel-bytes', { unit: 'bytes of gzip, level 9', goal, publishedImport: peer, models: rows })
} finally {
  rmSync(folder.path, { recursive: true })
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

/** Fetches the page as a browser would. */
async function pageBytes({ app }: RunningTestServer, path: string): Promise<{ raw: number; gzip: number }> {
  const answer = await app.request(`http://localhost:7860${path}`, { headers: { host: 'localhost:7860', accept: 'text/html' } })
  const html = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`)
  return { raw: Buffer.byteLength(html), gzip: gzipSync(html, { level: 9 }).length }
}

/** Returns the size of the published generators as a browser would load them: one import, bundled and minified. */
async function publishedBytes(): Promise<number> {
  const entry = join(folder.path, 'published.js')
  const imported = import.meta.resolve('@huggingface/tasks')
  writeFileSync(
    entry,
    `import { MODEL_LIBRARIES_UI_ELEMENTS } from ${JSON.stringify(fileURLToPath(imported))}\nglobalThis.libraries = MODEL_LIBRARIES_UI_ELEMENTS\n`,
  )
  const built = await buildBundle({
    configFile: false,
    logLevel: 'error',
    root: folder.path,
    build: { write: false, minify: true, rolldownOptions: { input: entry } },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []))
  const chunks = outputs.flatMap((output) => (output.type === 'chunk' ? output.code : []))
  if (!chunks.some((code) => code.includes('sentence-transformers'))) throw new Error('The bundle does not hold the generators')
  return chunks.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0)
}

/** Adds typical models: one for a single library, and one with quantizations that two dozen applications run. */
async function addModels(hub: Hub): Promise<Record<string, string>> {
  const account = await createUser(hub, { name: 'bench', password: null })
  const actor = (await loadActor(hub.db.read, account.id, null)) as UserActor
  const add = async (name: string, files: Readonly<Record<string, string | Uint8Array>>) => {
    await createRepo(hub, actor, {
      type: 'model',
      name,
      files: Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) })),
    })
    return `/bench/${name}`
  }
  const card = (library: string) =>
    `---\nlicense: apache-2.0\npipeline_tag: text-generation\nlibrary_name: ${library}\ntags: [conversational]\n---\n# A model\n\nIt writes.\n`
  const gguf = await add('gguf', {
    'README.md': card('gguf'),
    'model.Q4_K_M.gguf': tinyModel('Q4_K_M'),
    'model.Q8_0.gguf': tinyModel('Q8_0'),
  })
  return {
    transformers: await add('llama', {
      'README.md': card('transformers'),
      'config.json': JSON.stringify({ model_type: 'llama', architectures: ['LlamaForCausalLM'] }),
      'tokenizer_config.json': JSON.stringify({ chat_template: '{{ messages }}' }),
    }),
    gguf,
    'gguf in llama.cpp': `${gguf}?app=llama.cpp`,
  }
}
