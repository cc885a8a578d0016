import { apiDescription, type Hub } from '@portolan/hub'

/** What the page reads of an OpenAPI document. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
}
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly examples?: readonly unknown[]
}
interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly [string]
  readonly security?: readonly object[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly description?: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
  readonly responses: Readonly<Record<string, { readonly description?: string }>>
}

interface ApiField {
  readonly name: string
  readonly place: 'path' | 'query' | 'body'
  readonly type: string
  readonly isRequired: boolean
  readonly about: string
}

interface ApiRoute {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly permission: string | null
  readonly fields: readonly ApiField[]
  readonly errors: readonly { readonly status: string; readonly codes: readonly string[] }[]
  readonly curl: string
}

/** Titles of the parts of the API, in the order of the page. */
const titles: Readonly<Record<string, string>> = {
  repos: 'Repositories',
  'files-and-git': 'Files and git',
  'large-files': 'Large files',
  catalog: 'Search and tasks',
  collections: 'Collections',
  accounts: 'People and organizations',
  'own-account': 'Your account',
  inference: 'Calling models',
  'sign-in': 'Sign-in for applications',
  server: 'The server',
  administration: 'Administration',
}

/** Values that make an address and a command complete. */
const samples: Readonly<Record<string, string>> = {
  kind: 'models',
  owner: 'ada',
  name: 'tides',
  how: 'resolve',
  rest: 'main',
  num: '1',
  status: 'pending',
  limit: '10',
}

/** All parts of the API with their routes in brief; `null` where no server runs. */
export function apiOverview(hub: Hub, origin: string) {
  const parts = partsOf(hub, origin)
  return (
    parts && {
      origin,
      parts: parts.map(({ name, title, routes }) => {
        return { name, title, routes: routes.map(({ id, method, path, summary }) => ({ id, method, path, summary })) }
      }),
    }
  )
}

/** One part of the API; `null` if there is none with this name. */
export function apiPart(hub: Hub, origin: string, name: string) {
  return partsOf(hub, origin)?.find((part) => part.name === name) ?? null
}

function partsOf(hub: Hub, origin: string): { name: string; title: string; routes: ApiRoute[] }[] | null {
  const document = apiDescription(hub, origin) as ApiDocument | null
  if (document === null) return null
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ part: operation.tags[0], route: toRoute(origin, method, path, operation) })),
  )
  return Object.entries(titles).map(([name, title]) => {
    return { name, title, routes: routes.filter(({ part }) => part === name).map(({ route }) => route) }
  })
}

function toRoute(origin: string, method: string, path: string, operation: ApiOperation): ApiRoute {
  const { operationId: id, summary, description = null, parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json'].schema
  const fields = [
    ...parameters.map(({ name, in: place, description: about = '', required = false, schema }) => {
      return { name, place, type: typeOf(schema), isRequired: required, about: about.replaceAll('`', '') }
    }),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => {
      const isRequired = body?.required?.includes(name) === true
      return { name, place: 'body' as const, type: typeOf(schema), isRequired, about: schema.description ?? '' }
    }),
  ]
  const errors = Object.entries(responses).flatMap(([status, { description: about = '' }]) =>
    /^[45]\d\d$/.test(status) ? [{ status, codes: [...about.matchAll(/^`([\w.]+)`:/gm)].map(([, code = '']) => code) }] : [],
  )
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary,
    permission: permissionIn(description),
    fields,
    errors,
    curl: curlOf(origin, method, path, operation),
  }
}

const permissionIn = (description: string | null) => description?.replaceAll('`', '') ?? null

/** As a reader would say it: `text`, `a | b`, `list of text`. */
function typeOf({ type, enum: values, const: only, anyOf, items, properties }: Schema): string {
  if (only !== undefined) return JSON.stringify(only)
  if (values !== undefined) return values.length > 8 ? `one of ${values.length} values` : values.join(' | ')
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' | ')
  if (Array.isArray(type)) return type.map((each: string) => typeOf({ type: each })).join(' | ')
  if (type === 'array') return `list of ${items === undefined ? 'anything' : typeOf(items)}`
  if (type === 'object' || properties !== undefined) return 'object'
  return typeof type === 'string' ? type.replace('string', 'text') : 'anything'
}

/** A value of the kind, for fields that must be there. */
function sampleOf(name: string, { type, enum: values, const: only, anyOf, items, properties, required = [] }: Schema): unknown {
  if (only !== undefined) return only
  if (values !== undefined) return values[0]
  if (anyOf?.[0] !== undefined) return sampleOf(name, anyOf[0])
  const [first] = [type].flat()
  if (first === 'boolean') return true
  if (first === 'integer' || first === 'number') return 1
  if (first === 'array') return items === undefined ? [] : [sampleOf(name, items)]
  if (first === 'object' || properties !== undefined)
    return Object.fromEntries(required.map((key) => [key, sampleOf(key, properties?.[key] ?? {})]))
  return samples[name] ?? name
}

function curlOf(origin: string, method: string, path: string, { parameters = [], requestBody, security, responses }: ApiOperation): string {
  const inPath = new Map(parameters.map(({ name, schema }) => [name, schema]))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const [value] = inPath.get(name)?.enum ?? []
    if (typeof value === 'string') return samples[name] ?? value
    return name === 'rest' && path.includes('{how}') ? 'main/README.md' : (samples[name] ?? name)
  })
  const wantsToken = security !== undefined || responses['401']?.description?.includes('auth.required') === true
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quote(`${origin}${filled}`)}`,
    ...(!wantsToken ? [] : [`-H "Authorization: Bearer $HF_TOKEN"`]),
  ]
  const schema = requestBody?.content['application/json'].schema
  if (schema !== undefined) lines.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(sampleOf('', schema)))}`)
  return lines.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
