import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '@portolan/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { HonoRequest } from 'hono/request'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { routesAndDescriptions } from '../testing/app-routes.ts'
import { openTestApp } from '../testing/open-test-app.ts'
import { bodyFor, fillRoute } from '../testing/repo-requests.ts'
import { type DescribedRoute, describedRoutes } from './api-document.ts'
import { errorsOf } from './errors-of.ts'
import { openApiPath } from './openapi-path.ts'
import { type QueryName, queryParameters } from './query-parameters.ts'

interface Document {
  readonly paths: Record<string, Record<string, { summary: string; requestBody?: { content: Record<string, { schema: object }> } }>>
  readonly components: { readonly schemas: { readonly Error: object } }
}

describe('the API description', () => {
  afterEach(() => void vi.restoreAllMocks())
  let document: Document
  beforeAll(async () => {
    await using t = await openTestApp()
    document = (await (await t.call('/openapi.json')).json()) as Document
  })

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document) as never)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('has every route of the API, each with a summary: describe() is missing at those listed here', () => {
    const routes = describedRoutes(routesAndDescriptions())
    expect(routes.length).toBeGreaterThan(150)
    expect(routes.filter(({ operation }) => operation === null).map(({ method, pattern }) => `${method} ${pattern}`)).toEqual([])
    for (const { method, pattern } of routes) {
      expect([pattern, document.paths[openApiPath(pattern).path]?.[method.toLowerCase()]?.summary]).toEqual([pattern, expect.any(String)])
    }
  })

  test('has no other routes', () => {
    const known = new Set(
      describedRoutes(routesAndDescriptions()).map(({ method, pattern }) => `${method.toLowerCase()} ${openApiPath(pattern).path}`),
    )
    const listed = Object.entries(document.paths).flatMap(([path, entry]) => Object.keys(entry).map((method) => `${method} ${path}`))
    expect(listed.filter((name) => !known.has(name))).toEqual([])
  })

  test('every query parameter that a route reads is described', async () => {
    const read = new Set<string>()
    for (const method of ['query', 'queries'] as const) {
      const original = HonoRequest.prototype[method] as (this: HonoRequest, name?: string) => unknown
      vi.spyOn(HonoRequest.prototype, method).mockImplementation(function spy(this: HonoRequest, name?: string) {
        if (name !== undefined) read.add(name.replace(/\[\]$/, ''))
        return original.call(this, name)
      } as never)
    }
    await using t = await openTestApp()
    for (const type of ['model', 'dataset', 'space'] as const)
      await t.addRepo({ type, name: 'tides', sdk: 'static', files: { 'README.md': '# Tides\n', 'data.csv': 'a,b\n1,2\n' } })
    const strange: string[] = []
    let reading = 0
    for (const { method, pattern, operation } of describedRoutes(routesAndDescriptions())) {
      if (/^\/(?:v1|xet|hf-inference|oauth)\/|events$|git-\w+-pack/.test(pattern)) continue
      read.clear()
      const json = method === 'GET' ? undefined : bodyFor(method, pattern)
      await t.call(fillRoute(pattern, 'tides'), {
        method,
        as: 'root',
        ...(json === undefined ? {} : { body: json, headers: { 'content-type': 'application/json' } }),
      })
      const described = new Set<string>(operation?.query ?? [])
      for (const name of read) if (!described.has(name)) strange.push(`${method} ${pattern} reads ${name}`)
      if (read.size > 0) reading++
    }
    expect(strange).toEqual([])
    expect(reading).toBeGreaterThan(35)
  })

  test('every name of a query parameter is one that a route describes', () => {
    const used = new Set(describedRoutes(routesAndDescriptions()).flatMap(({ operation }) => operation?.query ?? []))
    expect(Object.keys(queryParameters).filter((name) => !used.has(name as QueryName))).toEqual([])
    const files = globSync('../routes/{api,git,inference}/**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.includes('.test.'))
    const read = files.flatMap((file) => {
      const source = readFileSync(join(import.meta.dirname, file), 'utf8')
      const names = [...source.matchAll(/(?:c\.req\.quer(?:y|ies)\(|\b(?:flag|optionalFlag|list|commaList|whole|choice)\(c, )'(\w+)'/g)]
      return names.map(([, name = '']) => name)
    })
    expect(read.length).toBeGreaterThan(80)
    expect(read.filter((name) => !(name in queryParameters))).toEqual([])
  })

  test('every body has a schema that can be compiled, and errors are as described', { timeout: 240_000 }, async () => {
    const ajv = formats.default(new Ajv2020({ strict: false }))
    const isError = ajv.compile(document.components.schemas.Error)
    await using t = await openTestApp()
    await t.addRepo({ type: 'model', name: 'tides' })
    let errors = 0
    const unlisted: string[] = []
    for (const { method, pattern, operation } of describedRoutes(routesAndDescriptions())) {
      const schema = document.paths[openApiPath(pattern).path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema
      expect([pattern, schema !== undefined]).toEqual([pattern, operation?.body !== undefined])
      if (schema !== undefined) ajv.compile({ ...schema, components: document.components })
      if (/^\/(?:v1|xet|hf-inference|oauth)\/|events$|git-\w+-pack|info\/refs/.test(pattern)) continue
      // `jsonBody` throws if the route checks a body with another schema than the described one.
      const json = method === 'GET' ? undefined : bodyFor(method, pattern)
      const answer = await t.call(fillRoute(pattern, 'tides'), {
        method,
        as: 'root',
        ...(json === undefined ? {} : { body: json, headers: { 'content-type': 'application/json' } }),
      })
      expect([method, pattern, answer.status]).not.toEqual([method, pattern, 500])
      if (answer.status < 400) continue
      errors++
      const body: unknown = await answer.json()
      expect([method, pattern, isError(body), isError.errors]).toEqual([method, pattern, true, null])
      const { code } = body as { code: ErrorCode }
      const listed = errorsOf(pattern, operation).get(answer.status) ?? []
      if (!listed.includes(code)) unlisted.push(`${method} ${pattern}: ${answer.status} ${code}`)
    }
    expect(unlisted).toEqual([])
    expect(errors).toBeGreaterThan(50)
  })

  test('answers have the fields that are described, and no others', { timeout: 240_000 }, async () => {
    await using t = await openTestApp()
    const card = '---\nlicense: mit\nlanguage: en\npipeline_tag: text-generation\nbase_model: ada/base\n---\n# Tides\n'
    for (const type of ['model', 'dataset', 'space'] as const) {
      await t.addRepo({
        type,
        name: 'tides',
        sdk: 'static',
        files: {
          'README.md': card,
          'config.json': '{"model_type":"bert","architectures":["BertModel"]}',
          '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
          'a/b.txt': 'x\n',
        },
      })
      const chart = { path: 'chart.bin', content: Buffer.from(`${type}\0`.repeat(1_000)).toString('base64'), encoding: 'base64' }
      const lines = [
        { key: 'header', value: { summary: 'Add a chart' } },
        { key: 'file', value: chart },
      ]
      const body = lines.map((line) => JSON.stringify(line)).join('\n')
      expect((await t.call(`/api/${type}s/ada/tides/commit/main`, { method: 'POST', as: 'ada', body })).status).toBe(200)
    }
    expect(await (await t.call('/api/models/ada/tides/lfs-files', { as: 'ada' })).json()).toHaveLength(1)
    const [missed, unlike]: [string[], string[]] = [[], []]
    const seen = new Set<string>()
    const routes = describedRoutes(routesAndDescriptions()).filter(({ operation }) => operation?.answer !== undefined)
    /** Makes a call, and compares the answer with what its route describes. */
    const compare = async ({ method, pattern, operation }: DescribedRoute, path: string, json?: unknown, as = 'ada') => {
      // Bodies that are no JSON are given as text.
      const answer = await t.call(path, { method, as, ...(typeof json === 'string' ? { body: json } : json === undefined ? {} : { json }) })
      if (!answer.ok) {
        missed.push(`${method} ${path}: ${answer.status} ${await answer.text()}`)
        return
      }
      seen.add(`${method} ${pattern}`)
      const body: unknown = await answer.json()
      const read = operation?.answer?.safeParse(body)
      // A schema drops what it does not know.
      if (read?.success !== true) unlike.push(`${method} ${path}: ${read?.error.message}`)
      else if (!isDeepStrictEqual(read.data, body)) unlike.push(`${method} ${path} has other fields: ${fieldsLost(body, read.data)}`)
    }
    // What writes are asked for, in this order: the answers to reads then have something to show.
    const writes: readonly (readonly [method: string, path: string, json?: unknown])[] = [
      ['POST', '/api/repos/create', { name: 'currents', private: true }],
      ['POST', '/api/models/ada/tides/duplicate', { repository: 'ada/copy' }],
      ['POST', '/api/models/ada/tides/paths-info/main', { paths: ['README.md', 'chart.bin', 'a'], expand: true }],
      ['POST', '/api/models/ada/tides/commit/main?create_pr=1', '{"key":"header","value":{"summary":"x"}}\n'],
      ['POST', '/api/models/ada/tides/like'],
      ['POST', '/api/users/eve/follow'],
      ['PUT', '/api/organizations/fleet/members/mia/role', { role: 'write' }],
    ]
    const ends: readonly (readonly [method: string, path: string, json?: unknown])[] = [
      ['DELETE', '/api/models/ada/tides/like'],
      ['DELETE', '/api/users/eve/follow'],
      ['DELETE', '/api/organizations/fleet/members/mia'],
      ['DELETE', '/api/repos/delete', { name: 'copy' }],
      ['DELETE', '/api/organizations/fleet'],
    ]
    const write = async ([method, path, json]: (typeof writes)[number]) => {
      const route = routes.find((each) => each.method === method && new RegExp(`^${regexOf(each.pattern)}$`).test(path.replace(/\?.*/, '')))
      if (route === undefined) throw new Error(`${method} ${path} has no described answer`)
      await compare(route, path, json)
    }
    for (const each of writes) await write(each)
    const variants = [
      '',
      '?full=true&cardData=true&config=true&blobs=true',
      '?expand=true&recursive=true',
      '?expand[]=formatted',
      '?include_prs=1',
    ]
    const info = /:kind\{[^}]*\}(?:\/:owner\/:name(?:\/revision\/\*)?)?$/
    for (const route of routes) {
      if (route.method !== 'GET') continue
      const { pattern } = route
      const name = pattern.includes('organizations/:name') ? 'fleet' : pattern.includes('/:owner/') ? 'tides' : 'ada'
      const filled = fillRoute(pattern.replace('{(?:users|organizations)}', ''), name).replace(':kind', 'users')
      const kinds = filled.startsWith('/api/models') ? ['models', 'datasets', 'spaces'] : ['models']
      for (const kind of kinds) {
        const path = filled.replace('/api/models', `/api/${kind}`)
        const queries = info.test(pattern)
          ? [...variants.slice(0, 2), '?expand[]=siblings&expand[]=tags&expand[]=sha', '?securityStatus=1']
          : variants
        const as = pattern.startsWith('/api/admin/') ? 'root' : 'ada'
        for (const query of queries) await compare(route, `${path}${pattern === '/api/quicksearch' ? '?q=tid' : query}`, undefined, as)
      }
    }
    for (const each of ends) await write(each)
    expect([missed, unlike]).toEqual([[], []])
    expect(routes.map(({ method, pattern }) => `${method} ${pattern}`).filter((name) => !seen.has(name))).toEqual([])
    expect(routes.length).toBeGreaterThan(35)
  })
})

/** The paths of the fields that one value has and the other lacks. */
function fieldsLost(from: unknown, to: unknown, path = ''): string {
  if (typeof from !== 'object' || from === null || typeof to !== 'object' || to === null) return from === to ? '' : path
  return Object.entries(from)
    .map(([name, value]) => fieldsLost(value, (to as Record<string, unknown>)[name], `${path}.${name}`))
    .filter((lost) => lost !== '')
    .join(' ')
}

/** The pattern of a route as a regular expression. */
function regexOf(pattern: string): string {
  return openApiPath(pattern)
    .path.replaceAll('{rest}', '.*')
    .replaceAll(/\{\w+\}/g, '[^/]+')
}
