import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorCode } from '@portolan/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { HonoRequest } from 'hono/request'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { routesAndDescriptions } from '../testing/app-routes.ts'
import { openTestApp } from '../testing/open-test-app.ts'
import { bodyFor, fillRoute } from '../testing/repo-requests.ts'
import { describedRoutes } from './api-document.ts'
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
})
