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

/** The code for one client. */
export interface CallSnippet {
  readonly language: Language
  readonly client: string
  readonly title: string
  /** Includes the files that the code opens, which the reader must provide. */
  readonly blocks: readonly BlockView[]
}

/** The code of a call, for every client that supports it. */
export interface CallAnswer {
  readonly snippets: readonly CallSnippet[]
  /** The request that the browser sends to make the same call. */
  readonly request: WireRequest | null
  /** Why there is no code, or `null`. */
  readonly reason: string | null
}

export interface CallPrinting {
  /** The providers that serve the model. */
  readonly routes: InferenceView['routes']
  readonly provider: CallChoice['provider']
  readonly streaming: boolean
  /** `null` uses the task's sample inputs. */
  readonly question: CallQuestion | null
  readonly managers: Pick<CodeChoice, 'python' | 'javascript'>
  /** The request of the loader or action. */
  readonly request: Request
  /** Selects the snippets to highlight; the others are returned without code. */
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

/** Proof for code that calls a model: it does not show that a model responds well, only that the client sends the intended request. */
function recorded(proof: InferenceProof | null): ProofWords {
  if (proof === null) return { level: 'none', title: 'Unchecked', text: 'nobody has recorded what this client sends.' }
  const { ran, release, date } = proof
  return {
    level: 'runs',
    title: 'Recorded',
    text: `run unchanged with ${release} on ${date}; each of ${ran.toLocaleString('en')} different calls of this client arrived as it was meant.`,
  }
}
