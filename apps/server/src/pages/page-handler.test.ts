import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { openTestApp } from '../testing/open-test-app.ts'
import { pageHandler } from './page-handler.ts'

/** A page whose form counts its fields. */
function countingPages(): { build: ServerBuild; parsed: number[] } {
  const parsed: number[] = []
  const action = async ({ request }: { request: Request }) => {
    const fields = [...(await request.formData()).keys()].length
    parsed.push(fields)
    return Response.json({ fields, origin: new URL(request.url).origin })
  }
  const build = {
    entry: { module: { default: () => new Response('a page') } },
    routes: { form: { id: 'form', path: 'sign-in', module: { action } } },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: { v8_middleware: true },
    isSpaMode: false,
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  }
  return { build: build as unknown as ServerBuild, parsed }
}

const part = (content: string) => `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${content}\r\n`
const inParts = { 'content-type': 'multipart/form-data; boundary=b' }
const encoded = { 'content-type': 'application/x-www-form-urlencoded' }

test.for([
  ['a million bytes of fields', encoded, 'a=b&'.repeat(250_000), 400, 'body.invalid'],
  ['fields of an unnamed type', {}, 'a=b&'.repeat(250_000), 400, 'body.invalid'],
  ['thousands of parts', inParts, `${part('').repeat(15_000)}--b--\r\n`, 400, 'body.invalid'],
  [
    'a part with a hundred thousand headers',
    inParts,
    part('').replace('\r\n\r\n', `\r\n${'a:b\r\n'.repeat(100_000)}\r\n`),
    400,
    'body.invalid',
  ],
  ['parts that do not end', inParts, '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx', 400, 'body.invalid'],
  ['another type', { 'content-type': 'application/json' }, '{}', 400, 'body.invalid'],
  ['more than a form may have', encoded, 'a'.repeat(1_100_000), 413, 'body.too_large'],
] as const)('a page form with %s is refused before it is parsed', async ([, headers, body, status, code]) => {
  const { build, parsed } = countingPages()
  await using t = await openTestApp({
    pages: async (hub) => ({
      handler: pageHandler(hub, build, 'production'),
      assets: null,
      front: null,
      [Symbol.asyncDispose]: async () => {},
    }),
  })
  const post = (given: Record<string, string>, text: string) =>
    t.call('/sign-in', { method: 'POST', headers: { ...given, origin: 'http://localhost' }, body: text })
  const answer = await post(headers, body)
  expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ code })])
  expect(parsed).toEqual([])
  expect(await (await post(encoded, 'a=1&b=%F0%9F%8C%8A&c=')).json()).toMatchObject({ fields: 3 })
  expect(await (await post(inParts, `${part('--\n--\nx').repeat(3)}--b--\r\n`)).json()).toMatchObject({ fields: 3 })
})
