import { existsSync } from 'node:fs'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareApp } from './testing/bare-app.ts'
import { loadPages } from './pages/load-pages.ts'
import { openTestApp } from './testing/open-test-app.ts'
import { visibleOf } from './testing/repo-requests.ts'
import { openRestrictedWorld, type RestrictedWorld, sentinel } from './testing/restricted-world.ts'

/*
 * What strangers see on the pages of private, gated, and disabled repos and of repos being freed, rendered from the build. Every page below a repo
 * must be in one of the three lists; a page that is in none fails.
 */

const build = new URL('../../web/build/server/index.js', import.meta.url)
if (!existsSync(build)) throw new Error('The pages are not built. Run: npm run build')
const { routes } = (await import(build.href)) as ServerBuild
const paths = Object.values(routes).flatMap((route) => (route?.path?.includes(':owner/:name') === true ? [route.path] : []))

/** Pages that show a repo's metadata; gating or disabling the repo does not change them. */
const metadata = new Set(
  `
  tree/* · commits/*? · branches · discussions · discussions/new · discussions/:num · discussions/:num/commits
  upload/* · settings · settings/access · ask-access · chat-template · inference-code
  `
    .trim()
    .split(/\s*[·\n]\s*/)
    // The repo itself.
    .concat(''),
)
/** Pages that show files among other things: on a gated repo they appear without the files, on a disabled repo not at all. */
const withFiles = new Set(['blob/*', 'blame/*', 'commit/:oid', 'compare/*?', 'discussions/:num/files'])
/** Pages that have no content without files. */
const onlyFiles = new Set(['edit/*', 'new/*', 'viewer'])

const pageOf = (path: string): string => path.slice(path.indexOf(':name') + ':name'.length + 1)

test('every page below a repo is in one of the lists, and the lists name no others', () => {
  const pages = new Set(paths.map(pageOf))
  const lists = [metadata, withFiles, onlyFiles]
  const listed = [...pages].map((page) => [page, lists.filter((list) => list.has(page)).length])
  expect(listed.filter(([, times]) => times !== 1)).toEqual([])
  expect(lists.flatMap((list) => [...list]).filter((page) => !pages.has(page))).toEqual([])
  expect(paths.length).toBeGreaterThan(50)
})

test('an unknown address shows a page to browsers, and to programs an error that they can print', async () => {
  await using t = await openTestApp()
  const { handler, assets } = await loadPages(t.hub)
  const app = bareApp(t.hub, { pages: handler, assets })
  const ask = async (path: string, accept: string | null, method = 'GET') => {
    const answer = await app.request(`http://localhost${path}`, { method, headers: accept === null ? {} : { accept } })
    return { status: answer.status, type: answer.headers.get('content-type'), vary: answer.headers.get('vary'), text: await answer.text() }
  }
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'
  for (const path of ['/v2/models', '/v2/a/b/c', '/rows', '/rows?dataset=a', '/ada/nope/blob/main/a.txt']) {
    for (const accept of [null, '*/*', 'application/json', 'text/plain'])
      expect([path, accept, await ask(path, accept)]).toEqual([
        path,
        accept,
        {
          status: 404,
          type: 'application/json',
          vary: expect.stringContaining('Accept') as string,
          text: '{"error":"There is nothing at this address.","code":"route.not_found"}',
        },
      ])
    const page = await ask(path, browser)
    expect([path, page.status, page.type, page.vary]).toEqual([
      path,
      404,
      'text/html; charset=utf-8',
      expect.stringContaining('Accept') as string,
    ])
    expect(page.text).toContain('Page not found')
  }
  expect(await ask('/v2/models', null, 'POST')).toMatchObject({ status: 404, type: 'application/json' })
  expect(await ask('/rows', null, 'HEAD')).toMatchObject({ status: 404, type: null, text: '' })
  // What a browser fetches when it navigates within the site is left alone.
  expect((await ask('/rows.data', '*/*')).type).not.toBe('application/json')
  expect((await ask('/models', null)).type).toBe('text/html; charset=utf-8')
})

describe('pages of what is held back', () => {
  let t: RestrictedWorld
  let app: ReturnType<typeof bareApp>
  beforeAll(async () => {
    t = await openRestrictedWorld({ database: 'sqlite' })
    const { handler, assets } = await loadPages(t.hub)
    app = bareApp(t.hub, { pages: handler, assets })
  }, 60_000)
  afterAll(() => t[Symbol.asyncDispose]())

  /** @param end `.data` requests the page's data, as a browser does when it navigates within the site */
  async function look(path: string, name: string, as: 'eve' | 'ada' | undefined, end: '' | '.data') {
    const type = path.startsWith('datasets/') ? 'dataset' : path.startsWith('spaces/') ? 'space' : 'model'
    const head = t.head(type, name)
    const address = path
      .replace(':owner/:name', `ada/${name}`)
      .replace(':oid', head)
      .replace(':num', '1')
      .replace(/(blob|blame|edit)\/\*$/, '$1/main/secret.txt')
      .replace(/compare\/\*\?$/, `compare/${head}^..main`)
      .replace(/\*\??$/, 'main')
    const headers = as === undefined ? {} : { authorization: `Bearer ${t.tokens[as]}` }
    const { status, text } = await visibleOf(await app.request(`http://localhost/${address}${end}`, { headers }), name)
    // Each page says when it was made, in milliseconds.
    const stable = text
      .replaceAll(head, 'HEAD')
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'REQUEST')
      .replaceAll(/\b\d{13}\b/g, 'NOW')
    return { status, text: stable, hasFiles: text.includes(sentinel) }
  }

  test.for(paths)('%s', async (path) => {
    const page = pageOf(path)
    for (const as of ['eve', undefined] as const) {
      for (const end of ['', '.data'] as const) {
        const at = [as, end]
        const [absent, hidden, freed] = [
          await look(path, 'z9-absent', as, end),
          await look(path, 'z9-hidden', as, end),
          await look(path, 'z9-freed', as, end),
        ]
        expect([at, hidden]).toEqual([at, absent])
        expect([at, freed]).toEqual([at, absent])
        const [shown, gated, disabled] = [
          await look(path, 'z9-shown', as, end),
          await look(path, 'z9-gated', as, end),
          await look(path, 'z9-disabled', as, end),
        ]
        expect([at, gated.hasFiles, disabled.hasFiles]).toEqual([at, false, false])
        if (metadata.has(page) || shown.status === 302)
          expect([at, gated.status, disabled.status]).toEqual([at, shown.status, shown.status])
        else if (withFiles.has(page)) expect([at, shown.hasFiles, gated.status, disabled.status]).toEqual([at, true, 200, 403])
        else if (end === '') expect([at, gated.status, disabled.status]).toEqual([at, 403, 403])
      }
    }
    // The owner can read a gated repo; nobody can read a disabled one.
    if (withFiles.has(page)) {
      expect((await look(path, 'z9-gated', 'ada', '')).hasFiles).toBe(true)
      expect((await look(path, 'z9-disabled', 'ada', '')).hasFiles).toBe(false)
    }
  })
})
