// Compresses the built assets once, as small as it gets: they are served as they are.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const folder = new URL('../build/client/assets/', import.meta.url)
for (const file of readdirSync(folder)) {
  if (!/\.(js|css|svg)$/.test(file)) continue
  const body = readFileSync(new URL(file, folder))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  writeFileSync(new URL(`${file}.br`, folder), brotliCompressSync(body, { params }))
  writeFileSync(new URL(`${file}.gz`, folder), gzipSync(body, { level: 9 }))
}
