import type { Context } from 'hono'
import type { Env } from '../env.ts'

/** The path as sent, with its escapes, below the prefix of the hub's public address. */
export function rawPath(c: Context<Env>): string {
  const { pathname } = new URL(c.req.url)
  return belowPrefix(pathname, c.var.basePath) ?? pathname
}

/** `/x` for `/hub/x` below `/hub`; `null` for a path outside the prefix. */
export function belowPrefix(path: string, basePath: string): string | null {
  if (basePath === '') return path
  if (path === basePath) return '/'
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : null
}
