import type { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { Env } from '../env.ts'

/** Catch-all patterns: middlewares, and addresses that are resolved later. */
const open = /^\/?\*$|^\/:[^/{]+\/\*$/

/**
 * The first path segments of addresses that the app itself handles, without pages; no account may have such a name. For a pattern
 * with alternatives, every alternative is included.
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

/** Returns a predicate: does an app route, other than pages, match the path? For code in front of the app that serves files of its own. */
export function routeMatcher(app: Pick<Hono<Env>, 'routes'>): (path: string) => boolean {
  const router = new TrieRouter<true>()
  for (const { path } of app.routes) if (!open.test(path)) router.add('ALL', path, true)
  return (path) => router.match('ALL', path)[0].length > 0
}
