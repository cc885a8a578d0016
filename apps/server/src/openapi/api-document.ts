import { type ErrorCode, errorCodes, tokenPermissionTable } from '@portolan/contract'
import type { RouterRoute } from 'hono/types'
import { z } from 'zod'
import { type Operation, operationOf } from './describe.ts'
import { errorsOf } from './errors-of.ts'
import { openApiPath, type PathParameter } from './openapi-path.ts'
import { queryParameterOf } from './query-parameters.ts'

/** Addresses that programs call. Pages, pictures and sites of Spaces are not part of the API. */
const programs =
  /^\/(?:api|v1|hf-inference|lfs|xet|oauth)\/|\/(?:info\/refs|git-\w+-pack|info\/lfs\/.*|ask-access|user-access-report|:how\{[^}]*\}\/\*|commit\/:patch.*)$/
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** A route of the API with what it says about itself. */
export interface DescribedRoute {
  readonly method: string
  /** Hono's pattern. */
  readonly pattern: string
  readonly operation: Operation | null
}

/** The routes of the API, in order, each once. */
export function describedRoutes(routes: readonly RouterRoute[]): DescribedRoute[] {
  const found = new Map<string, DescribedRoute>()
  for (const { method, path, handler } of routes) {
    if (!methods.has(method) || !programs.test(path)) continue
    const name = `${method} ${path}`
    const operation = operationOf(handler) ?? found.get(name)?.operation ?? null
    found.set(name, { method, pattern: path, operation })
  }
  return [...found.values()]
}

/** The OpenAPI 3.1 document of an app's routes. */
export function apiDocument(routes: readonly RouterRoute[], server: string, version: string): object {
  const paths: Record<string, Record<string, unknown>> = {}
  const shared: Record<string, object> = {}
  for (const { method, pattern, operation } of describedRoutes(routes)) {
    const { path, parameters: inPath } = openApiPath(pattern)
    const parameters = [...inPath.map(parameterOf), ...(operation?.query ?? []).map(queryParameterOf)]
    const entry = (paths[path] ??= {})
    entry[method.toLowerCase()] ??= {
      operationId: idOf(method, path),
      summary: operation?.summary ?? `${method} ${path}`,
      tags: [tagOf(path)],
      ...permissionOf(operation),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(operation?.body === undefined
        ? {}
        : { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(operation.body, shared) } } } }),
      responses: {
        '2XX': {
          description: 'Success',
          ...(operation?.answer === undefined
            ? {}
            : { content: { 'application/json': { schema: jsonSchema(operation.answer, shared, 'output') } } }),
        },
        ...errorAnswers(errorsOf(pattern, operation)),
        default: { $ref: '#/components/responses/Error' },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portolan',
      version,
      description:
        'All routes that programs call. Patterns come from the route table, bodies from the schemas that check requests. Each route lists the errors that follow from what it takes; others may occur, as `default` says.',
    },
    servers: [{ url: server }],
    security: [{}, { token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { ...shared, Error: errorSchema },
      responses: { Error: errorAnswer },
    },
  }
}

const errorSchema = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'What went wrong, for people.' },
    code: { type: 'string', enum: Object.keys(errorCodes).toSorted(), description: 'What went wrong, for programs. Codes are stable.' },
    requestId: { type: 'string', description: 'For unforeseen errors: the id under which the log has details.' },
  },
}
const errorAnswer = {
  description: 'An error. Git and OpenAI-compatible routes have error formats of their own.',
  headers: {
    'X-Request-Id': { schema: { type: 'string' }, description: 'The id of the request in the log.' },
    'Retry-After': { schema: { type: 'integer' }, description: 'With 429 and 503: seconds until a new attempt makes sense.' },
  },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

/** Write tokens may do whatever their account may; of fine-grained ones, the description tells. Anybody may try the other routes. */
function permissionOf(operation: Operation | null): object {
  if (operation?.token === undefined) return {}
  if (operation.token === null) return { description: 'Needs an access token with the role `write`.', security: [{ token: ['write'] }] }
  const { label } = tokenPermissionTable[operation.token]
  const needed = `\`${operation.token}\` (${label})`
  return {
    description: `Needs an access token with the role \`write\`, or a fine-grained one with the permission ${needed}.`,
    security: [{ token: ['write'] }, { token: [operation.token] }],
  }
}

function errorAnswers(codes: ReadonlyMap<number, readonly ErrorCode[]>): object {
  return Object.fromEntries(
    [...codes].map(([status, list]) => [
      String(status),
      {
        description: list.map((code) => `\`${code}\`: ${errorCodes[code]}`).join('\n\n'),
        content: {
          'application/json': {
            schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: list } } }] },
          },
        },
      },
    ]),
  )
}

function parameterOf({ name, values, pattern, isRest }: PathParameter): object {
  return {
    name,
    in: 'path',
    required: true,
    ...(isRest ? { description: 'The rest of the path; may contain slashes.' } : {}),
    schema: { type: 'string', ...(values === null ? {} : { enum: values }), ...(pattern === null ? {} : { pattern }) },
  }
}

/** @param shared gets the definitions that the schema refers to */
function jsonSchema(schema: z.ZodType, shared: Record<string, object>, io: 'input' | 'output' = 'input'): object {
  const {
    $schema: _dialect,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Answers get more fields over time, which is no reason for a client to refuse one.
    override: ({ jsonSchema: part }) => {
      if (io === 'output' && part.additionalProperties === false) delete part.additionalProperties
    },
  })
  // Recursive schemas refer to definitions at the root, which is the document here.
  const named = (name: string) => `Recursive${Object.keys(shared).length}${name.replaceAll(/\W|_/g, '')}`
  const names = new Map(Object.keys($defs).map((name) => [`#/$defs/${name}`, named(name)]))
  const renamed = (part: object): object =>
    JSON.parse(JSON.stringify(part), (key, value: unknown) => {
      const name = key === '$ref' ? names.get(String(value)) : undefined
      return name === undefined ? value : `#/components/schemas/${name}`
    }) as object
  for (const [name, definition] of Object.entries($defs)) shared[names.get(`#/$defs/${name}`) ?? name] = renamed(definition)
  return renamed(rest)
}

function idOf(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return [method.toLowerCase(), ...words].join('_')
}

/** Parts of the API by the beginning of their addresses: the first that matches. */
const tags: readonly (readonly [pattern: RegExp, tag: string])[] = [
  [/^\/api\/(?:\{kind\}\/\{owner\}|repos|models\/\{owner\}|(?:datasets|spaces)\/\{owner\})/, 'repos'],
  [/^\/api\/collections/, 'collections'],
  [/^\/api\/admin\//, 'administration'],
  [/^\/api\/(?:settings|notifications|discussions|events|session|whoami)/, 'own-account'],
  [/^\/api\/(?:users|organizations|avatars|\{kind\}\/\{name\})/, 'accounts'],
  [/^\/api\/(?:health|telemetry|agent-harnesses|pictures)/, 'server'],
  [/^\/(?:api\/inference|v1|hf-inference)/, 'inference'],
  [/^\/api\//, 'catalog'],
  [/^\/oauth\//, 'sign-in'],
  [/^\/(?:lfs|xet)\/|\/info\/lfs\//, 'large-files'],
]

function tagOf(path: string): string {
  return tags.find(([pattern]) => pattern.test(path))?.[1] ?? 'files-and-git'
}
