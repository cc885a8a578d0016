import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

/**
 * Leaves the snippet engine out of the pages' server build: one registry serves the whole process, and libraries that the owner adds reach the pages.
 * Vite's own list of externals passes over linked packages that are TypeScript.
 */
const oneRegistry: Plugin = {
  name: 'portolan:one-registry',
  // In development Vite runs the pages' modules itself, and cannot be told to leave one to Node.
  apply: 'build',
  enforce: 'pre',
  resolveId(id) {
    return id === '@portolan/snippets' && this.environment.name === 'ssr' ? { id, external: true } : null
  },
}

/** Gives transformers.js the runtime of our choice, with binaries that this hub serves. */
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
  // Its binaries are files of their own, which the browser loads as they are.
  environments: { client: { resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] } } },
  // In development, too, they come as they are: bundled anew at the first run they would reload the page.
  optimizeDeps: { exclude: ['@huggingface/transformers', 'onnxruntime-web'] },
  worker: { format: 'es', plugins: () => [ownRuntime] },
})
