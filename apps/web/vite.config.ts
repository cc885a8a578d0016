import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // One registry serves the whole process: were it part of the pages' build, libraries that the owner adds would not reach the pages.
  ssr: { external: ['@portolan/snippets'] },
})
