import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp } from './testing/open-test-app.ts'

/** Text with the character that Postgres cannot store. */
const hostile = 'a\0b'
/** What the fields of bodies are called, everywhere in the interface. */
const fields = [
  'name',
  'title',
  'description',
  'comment',
  'content',
  'note',
  'summary',
  'tag',
  'url',
  'fullname',
  'bio',
  'namespace',
  'email',
  'ref',
]

describe.for(databases)('the character NUL, on %s', (database) => {
  test('in the path, the query and the body of every route is no failure of the server', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'chart' })
    const failed: string[] = []
    const seen = new Set<string>()
    for (const { method, path } of t.app.routes) {
      const known = `${method} ${path}`
      if (method === 'ALL' || seen.has(known)) continue
      seen.add(known)
      const real = path
        .replace(/:owner\b[^/]*/, 'ada')
        .replace(/:(?:name|repo)\b[^/]*/, 'chart')
        .replace(/:type\b[^/]*/, 'models')
      const bad = encodeURIComponent(hostile)
      const fill = (pattern: string) => pattern.replaceAll(/:[A-Za-z]+(?:\{[^}]*\}+)?\??/g, bad).replaceAll('*', bad)
      const query = `?search=${bad}&author=${bad}&filter=${bad}&q=${bad}&cursor=${bad}`
      for (const address of new Set([fill(path) + query, fill(real) + query])) {
        const json = method === 'GET' || method === 'HEAD' ? undefined : Object.fromEntries(fields.map((field) => [field, hostile]))
        const answer = await t.call(address, { method, as: 'ada', ...(json === undefined ? {} : { json }) })
        // 503 is what is switched off.
        if (answer.status >= 500 && answer.status !== 503) failed.push(`${method} ${address}: ${answer.status}`)
        await answer.body?.cancel()
      }
    }
    expect(seen.size).toBeGreaterThan(150)
    expect(failed).toEqual([])
  })
})
