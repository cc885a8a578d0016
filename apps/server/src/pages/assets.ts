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

/** Endings of files that are served; others in the folder are packed forms of these, and maps for debuggers. */
const served = new Set(['.js', '.mjs', '.wasm', '.css', '.svg', '.png', '.woff2', '.txt', '.json', '.webmanifest'])
const compressible = /^(?:text\/|image\/svg|application\/(?:json|manifest|wasm))/

/** Gives the bytes of a file: out of memory, or of a large one from the disk each time. */
type Source = () => Promise<Buffer>

interface Asset {
  readonly type: string
  readonly etag: string
  readonly plain: Source
  /** By encoding: made by the build, or here at the first request that takes it. Assets never change while the server runs. */
  readonly packed: Map<string, Source>
}

/** Bytes. The binaries that run models in the browser are larger; a browser asks for them once in a release. */
const kept = 2_000_000

/** In the order in which we like them. */
const packers: Record<string, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
}

const endings = { br: '.br', gzip: '.gz' } as const

/** Serves the files of the pages' build, small ones from memory. Files below `assets/` have their hash in the name and may be kept for ever. */
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
      // Counts for workers, which have a policy of their own: the upload page hashes in WebAssembly.
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
