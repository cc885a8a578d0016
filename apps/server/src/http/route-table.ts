import type { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { Env } from '../env.ts'

/** Patterns that match whatever comes: middlewares, and addresses whose meaning is decided later. */
const open = /^\/?\*$|^\/:[^/{]+\/\*$/

/**
 * The words that stand first in addresses which the app answers by itself, without pages: what no account may be called. Of a pattern
 * with alternatives, each.
 */
export function firstSegments(app: Pick<Hono<Env>, 'routes'>): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { path } of app.routes) {
    const segment = path.split('/')[1] ?? ''
    const alternatives = /^:[^{]+\{(?:\(\?:)?([^()]*)\)?\}$/.exec(segment)?.[1]
    if (alternatives !== undefined) for (const word of alternatives.split('|')) words.add(word)
    else if (segment !== '' && !/^[:*]/.test(segment)) words.add(segment)
  }
  return words
}

/** Tells for a path whether a route of the app names it, besides pages: for whoever stands before the app and serves files of its own. */
export function routeMatcher(app: Pick<Hono<Env>, 'routes'>): (path: string) => boolean {
  const router = new TrieRouter<true>()
  for (const { path } of app.routes) if (!open.test(path)) router.add('ALL', path, true)
  return (path) => router.match('ALL', path)[0].length > 0
}
