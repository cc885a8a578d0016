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
 * For a page that shows one model: how much does the browser load for its snippets? The pages are built twice, as they are and without the code
 * panel; both builds answer for the same models. What the first needs more, in the page (its HTML, and the data that wake it up), in scripts and
 * in styles, is what snippets cost, all of it in gzip. The peer is the smallest page script that has the published generators: a bundle of
 * one import of them, minified; the page's own part of showing what they print is not counted against it. Goal: under 15 kB.
 */
const goal = 15_000

/** The files of the panel, without what they do. */
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

/** The page as a browser gets it. */
async function pageBytes({ app }: RunningTestServer, path: string): Promise<{ raw: number; gzip: number }> {
  const answer = await app.request(`http://localhost:7860${path}`, { headers: { host: 'localhost:7860', accept: 'text/html' } })
  const html = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`)
  return { raw: Buffer.byteLength(html), gzip: gzipSync(html, { level: 9 }).length }
}

/** The published generators as a browser would load them: one import, bundled and minified. */
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

/** Models as one finds them: of one library, and of quantizations that two dozen applications run. */
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
