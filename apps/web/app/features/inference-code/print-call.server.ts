import type { CardPage, InferenceView, PageHub } from '@portolan/pages'
import {
  type InferenceCall,
  type InferenceProof,
  inferenceProof,
  inferenceSnippets,
  type InferenceSnippet,
  type Language,
  targetFor,
  toModelFacts,
} from '@portolan/snippets'
import { findInferenceProvider } from '@portolan/tasks'
import type { CodeChoice } from '../../lib/code-choice.ts'
import type { BlockView } from '../code-panel/code-data.server.ts'
import { withHtml } from '../once-html.tsx'
import type { ProofWords } from '../proof/proof-words.server.ts'
import type { CallChoice } from './call-choice.server.ts'
import type { CallQuestion } from './call-question.ts'
import { type WireRequest, wireRequest } from './wire-request.server.ts'

/** The code of one client. */
export interface CallSnippet {
  readonly language: Language
  readonly client: string
  readonly title: string
  /** Files that the code opens, which the reader has to have. */
  readonly blocks: readonly BlockView[]
}

/** A call, printed for the clients that can make it. */
export interface CallAnswer {
  readonly snippets: readonly CallSnippet[]
  /** What the browser sends to make the call itself. */
  readonly request: WireRequest | null
  /** Why there is no code, or `null`. */
  readonly reason: string | null
}

export interface CallPrinting {
  /** What answers for the model. */
  readonly routes: InferenceView['routes']
  readonly provider: CallChoice['provider']
  readonly streaming: boolean
  /** `null` prints the sample of the task. */
  readonly question: CallQuestion | null
  readonly managers: Pick<CodeChoice, 'python' | 'javascript'>
  /** Of the loader or action. */
  readonly request: Request
  /** Which snippets are colored; the others come without their code. */
  readonly wants: (snippet: InferenceSnippet, all: readonly InferenceSnippet[]) => boolean
}

const shellName = { python: 'python', javascript: 'javascript', shell: 'bash' } as const

export function printCall(hub: PageHub, page: CardPage, printing: CallPrinting): CallAnswer {
  const { header } = page
  const target = targetFor(hub.origin, {
    visibility: header.isPrivate ? 'private' : 'public',
    gated: header.gated,
    ...printing.managers,
  })
  const answer = inferenceSnippets(toModelFacts(page.record), target, callOf(page, printing))
  if ('reason' in answer) return { snippets: [], request: null, reason: answer.reason.text }
  const { snippets } = answer
  const sent = snippets.find(({ client }) => client === 'fetch') ?? snippets.find(({ language }) => language === 'javascript')
  return {
    snippets: snippets.map((snippet) => ({
      language: snippet.language,
      client: snippet.client,
      title: snippet.title,
      blocks: printing.wants(snippet, snippets) ? blocksOf(hub, snippet, printing.request) : [],
    })),
    request: sent === undefined ? null : wireRequest(sent.request, target.endpoint),
    reason: null,
  }
}

function callOf({ record }: CardPage, { routes, provider, streaming, question }: CallPrinting): InferenceCall {
  const route = routes.find((each) => each.provider === provider && provider !== null)
  const opts = {
    ...(streaming ? { streaming } : {}),
    ...(question === null ? {} : (question as InferenceCall['opts'])),
  } as NonNullable<InferenceCall['opts']>
  if (!route || route.kind === 'local') return { provider: 'portolan', opts }
  const key = findInferenceProvider(route.kind)?.key ?? 'hf-inference'
  return {
    provider: key,
    upstream: route.provider,
    mapping: {
      providerId: key === 'hf-inference' ? String(record['id']) : route.providerId,
      ...(route.adapter === null
        ? {}
        : {
            adapter: route.adapter.type,
            ...(route.adapter.weightsPath === null ? {} : { adapterWeightsPath: route.adapter.weightsPath }),
          }),
    },
    opts,
  }
}

function blocksOf(hub: PageHub, { client, code, files, install, language, notes, title }: InferenceSnippet, request: Request): BlockView[] {
  const id = `call/${language}/${client}`
  const view = (name: string, label: string, role: BlockView['role'], text: string, shell: 'bash' | 'python' | 'javascript') =>
    withHtml(
      {
        id: `${id}/${name}`,
        title: label,
        role,
        placeholders: name === 'code' ? files : [],
        notes: name === 'code' ? notes : [],
        proof: name === 'code' ? recorded(inferenceProof(language, client)) : null,
      },
      hub.highlight(text, shell),
      request,
    )
  return [
    ...(install === '' ? [] : [view('install', 'Install', 'install' as const, install, 'bash')]),
    view('code', `Call it with ${title}`, 'load', code, shellName[language]),
  ]
}

/** What is known of code that calls: not that a model answers well, but that the client sends what was meant. */
function recorded(proof: InferenceProof | null): ProofWords {
  if (proof === null) return { level: 'none', title: 'Unchecked', text: 'nobody has recorded what this client sends.' }
  const { ran, release, date } = proof
  return {
    level: 'runs',
    title: 'Recorded',
    text: `run unchanged with ${release} on ${date}; each of ${ran.toLocaleString('en')} different calls of this client arrived as it was meant.`,
  }
}
