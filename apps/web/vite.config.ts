import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * Leaves the snippet engine out of the pages' server build: one registry serves the whole process, and libraries that the owner adds reach the pages.
 * Vite's own list of externals passes over linked packages that are TypeScript.
 */
const oneRegistry: Plugin = {
  name: 'portolan:one-registry',
  enforce: 'pre',
  resolveId(id) {
    return id === '@portolan/snippets' && this.environment.name === 'ssr' ? { id, external: true } : null
  },
}

export default defineConfig({ plugins: [oneRegistry, tailwindcss(), reactRouter()] })
