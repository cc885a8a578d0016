// Measures the JavaScript that a model page loads initially, in gzipped bytes, and fails above the limit.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const limit = 155 * 1000
const build = new URL('../build/client/', import.meta.url)
const { assets } = await import(new URL('../build/server/index.js', import.meta.url).href)
const wanted = new Set([assets.entry.module, ...assets.entry.imports])
for (const id of ['root', 'model']) {
  const route = assets.routes[id]
  if (!route) throw new Error(`No route ${id} in the build`)
  for (const file of [route.module, ...(route.imports ?? [])]) wanted.add(file)
}
let total = 0
for (const file of wanted) total += gzipSync(readFileSync(new URL(file.replace(/^\//, ''), build)), { level: 9 }).length
console.log(`JavaScript of a model page: ${(total / 1000).toFixed(1)} kB gzip in ${wanted.size} files; limit ${limit / 1000} kB`)
process.exit(total > limit ? 1 : 0)
