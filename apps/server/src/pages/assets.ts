import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { acceptedEncodings } from '../http/accepted-encodings.ts'
import { rawPath } from '../http/raw-path.ts'
import { webContentType } from '../http/web-content-type.ts'

/** Extensions that are served; the other files in the folder are compressed copies of these, and source maps. */
const served = new Set(['.js', '.mjs', '.wasm', '.css', '.svg', '.png', '.woff2', '.txt', '.json', '.webmanifest'])
const compressible = /^(?:text\/|image\/svg|application\/(?:json|manifest|wasm))/

/** Returns the bytes of a file: from memory, or for a large file from disk each time. */
type Source = () => Promise<Buffer>

interface Asset {
  readonly type: string
  readonly etag: string
  readonly plain: Source
  /** By encoding: produced by the build, or here on the first request that accepts it. Assets never change while the server runs. */
  readonly packed: Map<string, Source>
}

/** Size limit for files kept in memory, in bytes. The binaries that run models in the browser are larger; a browser fetches them once per release. */
const kept = 2_000_000

/** In order of preference. */
const packers: Record<string, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
}

const endings = { br: '.br', gzip: '.gz' } as const

/** Serves the files of the page build, small ones from memory. Files below `assets/` have a hash in their name and may be cached forever. */
export async function readAssets(folder: string): Promise<MiddlewareHandler<Env>> {
  const assets = await load(folder)
  return async (c, next) => {
    const path = rawPath(c)
    const asset = assets.get(path)
    if (!asset || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next()
    const headers = {
      'Content-Type': asset.type,
      'Cache-Control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ETag: asset.etag,
      Vary: 'Accept-Encoding',
      // Applies to workers, which have a policy of their own: the upload page computes hashes in WebAssembly.
      'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    }
    if (c.req.header('if-none-match') === asset.etag) return c.body(null, 304, headers)
    const accepted = acceptedEncodings(c.req.header('accept-encoding'))
    const encoding = compressible.test(asset.type) ? Object.keys(packers).find((name) => accepted.has(name)) : undefined
    if (encoding === undefined) return c.body(new Uint8Array(await asset.plain()), 200, headers)
    return c.body(new Uint8Array(await pack(asset, encoding)), 200, { ...headers, 'Content-Encoding': encoding })
  }
}

async function load(folder: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !served.has(extname(entry.name))) continue
    const type = webContentType(entry.name)
    const plain = await readFile(file)
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    const packed = new Map<string, Source>()
    for (const [encoding, ending] of Object.entries(endings)) {
      if (existsSync(`${file}${ending}`)) packed.set(encoding, await sourceOf(`${file}${ending}`))
    }
    const source = plain.length > kept ? () => readFile(file) : () => Promise.resolve(plain)
    assets.set(`/${relative(folder, file).replaceAll(sep, '/')}`, { type, etag: `W/"${hash}"`, plain: source, packed })
  }
  return assets
}

async function sourceOf(file: string): Promise<Source> {
  if ((await stat(file)).size > kept) return () => readFile(file)
  const bytes = await readFile(file)
  return () => Promise.resolve(bytes)
}

function pack(asset: Asset, encoding: string): Promise<Buffer> {
  const known = asset.packed.get(encoding)
  if (known) return known()
  const packed = asset.plain().then((plain) => packers[encoding]?.(plain) ?? plain)
  asset.packed.set(encoding, () => packed)
  return packed
}
