// Compresses the built assets once, at the highest practical level, to be served as is.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Above this many bytes, the last percent takes minutes. */
const large = 2_000_000

const folder = new URL('../build/client/assets/', import.meta.url)
for (const file of readdirSync(folder)) {
  if (!/\.(js|mjs|css|svg|wasm)$/.test(file)) continue
  const body = readFileSync(new URL(file, folder))
  const isLarge = body.length > large
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isLarge ? 7 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    ...(isLarge ? { [constants.BROTLI_PARAM_LGWIN]: 24 } : {}),
  }
  writeFileSync(new URL(`${file}.br`, folder), brotliCompressSync(body, { params }))
  writeFileSync(new URL(`${file}.gz`, folder), gzipSync(body, { level: isLarge ? 6 : 9 }))
}
