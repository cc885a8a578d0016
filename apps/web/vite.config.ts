import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

/**
 * Excludes the snippet engine from the pages' server build: the whole process uses one registry, so libraries that the owner adds reach the pages.
 * Vite's own externals option ignores linked packages written in TypeScript.
 */
const oneRegistry: Plugin = {
  name: 'portolan:one-registry',
  // In development Vite executes the pages' modules itself, and cannot leave one to Node.
  apply: 'build',
  enforce: 'pre',
  resolveId(id) {
    return id === '@portolan/snippets' && this.environment.name === 'ssr' ? { id, external: true } : null
  },
}

/** Replaces the runtime of transformers.js with our choice, whose binaries this hub serves. */
const ownRuntime: Plugin = {
  name: 'portolan:own-runtime',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id !== 'onnxruntime-web/webgpu' || importer?.includes('@huggingface/transformers') !== true) return null
    return fileURLToPath(new URL('app/features/widget/run/onnx-runtime.ts', import.meta.url))
  },
}

export default defineConfig({
  plugins: [oneRegistry, ownRuntime, tailwindcss(), reactRouter()],
  // Its binaries are separate files, which the browser loads as is.
  environments: { client: { resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] } } },
  // Also served as is in development: bundling them on the first run would reload the page.
  optimizeDeps: { exclude: ['@huggingface/transformers', 'onnxruntime-web'] },
  worker: { format: 'es', plugins: () => [ownRuntime] },
})
