import type { Upstream } from '@portolan/hub'
import { LineCounter, parseDocument } from 'yaml'
import { type LocatedProblem, offsetOf, schemaProblems } from '../yaml/located-problems.ts'
import { kindOf } from './upstream-kinds.ts'
import { type UpstreamEntry, upstreamsSchema } from './upstreams-schema.ts'

export type UpstreamsProblem = LocatedProblem<
  'inference.yaml' | 'inference.field' | 'inference.key' | 'inference.name' | 'inference.unreadable'
>

/** The contents of an upstreams file. Nothing in it is used if it has any problem. */
export interface UpstreamsFile {
  readonly upstreams: readonly Upstream[]
  readonly problems: readonly UpstreamsProblem[]
  /** Builds a problem for the upstream at this index of the list, such as a name that is already taken. */
  problemOf(index: number, field: string, code: UpstreamsProblem['code'], text: string): UpstreamsProblem
}

/**
 * Parses the owner's upstreams file.
 * @param environment contains the keys; a key that is named but missing is a problem
 */
export function readUpstreams(file: string, source: string, environment: Readonly<Record<string, string | undefined>>): UpstreamsFile {
  const counter = new LineCounter()
  const document = parseDocument(source, { lineCounter: counter, prettyErrors: false })
  const problems: UpstreamsProblem[] = []
  const at = (code: UpstreamsProblem['code'], text: string, offset: number): UpstreamsProblem => {
    const { line, col } = counter.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1), code, text }
  }
  const problemOf: UpstreamsFile['problemOf'] = (index, field, code, text) =>
    at(code, text, offsetOf(document, ['upstreams', index, field]))
  const refused = (): UpstreamsFile => ({ upstreams: [], problems, problemOf })
  for (const error of document.errors) problems.push(at('inference.yaml', error.message, error.pos[0]))
  if (problems.length > 0) return refused()
  let content: unknown
  try {
    content = document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    problems.push(at('inference.yaml', error instanceof Error ? error.message : String(error), 0))
    return refused()
  }
  const checked = upstreamsSchema.safeParse(content ?? { upstreams: [] })
  if (!checked.success) {
    for (const { text, offset } of schemaProblems(document, checked.error)) problems.push(at('inference.field', text, offset))
    return refused()
  }
  const upstreams = checked.data.upstreams.map((entry, index) => {
    const key = entry.key === undefined ? null : environment[entry.key]?.trim() || undefined
    if (key === undefined) problems.push(problemOf(index, 'key', 'inference.key', `The environment variable ${entry.key} is not set`))
    else if (key !== null && !/^[\x21-\x7e]+$/.test(key))
      problems.push(
        problemOf(
          index,
          'key',
          'inference.key',
          `The environment variable ${entry.key} is not a valid key: it contains spaces or non-ASCII characters`,
        ),
      )
    if (entry.url === undefined && kindOf(entry.kind).url === null)
      problems.push(problemOf(index, 'kind', 'inference.field', `An upstream of kind ${entry.kind} must have a url`))
    return toUpstream(entry, key ?? null)
  })
  return problems.length > 0 ? refused() : { upstreams, problems, problemOf }
}

const second = 1000
const defaults = { connect: 5, first: 300, idle: 120, probe: 60 }

function toUpstream(entry: UpstreamEntry, key: string | null): Upstream {
  const kind = kindOf(entry.kind)
  const { timeouts = {}, probe = defaults.probe } = entry
  return {
    name: entry.name,
    kind: entry.kind,
    url: (entry.url ?? kind.url ?? '').replace(/(?<!\/)\/+$/, ''),
    authorization: () => (key === null ? null : `${kind.scheme} ${key}`),
    paths: kind.paths,
    headers: kind.headers,
    models: entry.models.map((model) => ({
      id: model.id,
      upstreamId: model.upstream ?? model.id,
      task: model.task ?? 'conversational',
      adapter: model.adapter === undefined ? null : { type: model.adapter.type, weightsPath: model.adapter.weights ?? null },
      contextLength: model.context ?? null,
      price: model.price ?? null,
    })),
    timeouts: {
      connect: (timeouts.connect ?? defaults.connect) * second,
      firstByte: (timeouts.first ?? defaults.first) * second,
      idle: (timeouts.idle ?? defaults.idle) * second,
    },
    probeMs: probe === false ? null : probe * second,
    streamUsage: entry.streamUsage ?? kind.streamUsage,
  }
}
