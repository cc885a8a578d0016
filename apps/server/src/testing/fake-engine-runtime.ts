import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A substitute for transformers.js: it labels a text with its process id, never returns for `stuck`, and takes over a second for `slow`. */
const library = `
export const env = {}
export class RawImage {}
export class Tensor {}
export class InterruptableStoppingCriteria {}
export async function pipeline(task) {
  const run = async (texts) => {
    if (texts.includes('stuck')) await new Promise(() => {})
    if (texts.includes('slow')) await new Promise((resolve) => setTimeout(resolve, 1_300))
    return texts.map(() => [{ label: String(process.pid), score: 1 }])
  }
  return Object.assign(run, { task, model: { config: {} }, async dispose() {} })
}
`

/** A folder that looks to the local engine like the result of `npm run engine`. */
export function makeFakeEngineRuntime(): { readonly folder: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-runtime-'))
  const own = join(import.meta.dirname, '../../../../packages/engine/runtime/package.json')
  const { dependencies } = JSON.parse(readFileSync(own, 'utf8')) as { dependencies: Record<string, string> }
  const transformers = join(folder, 'node_modules/@huggingface/transformers')
  mkdirSync(join(transformers, 'dist'), { recursive: true })
  mkdirSync(join(folder, 'node_modules/onnxruntime-node/bin/napi-v6', process.platform, process.arch), { recursive: true })
  writeFileSync(join(transformers, 'package.json'), JSON.stringify({ type: 'module', version: dependencies['@huggingface/transformers'] }))
  writeFileSync(join(transformers, 'dist/transformers.node.mjs'), library)
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}
