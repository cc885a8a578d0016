import type { CardPage, InferenceView, PageHub } from '@portolan/pages'
import type { CodeChoice } from '../../lib/code-choice.ts'
import { type CallChoice, callParameters } from './call-choice.server.ts'
import { clientKey } from './client-key.ts'
import { type CallAnswer, printCall } from './print-call.server.ts'

/** A provider of the model, as the panel and the widget show it. */
export interface ProviderView {
  /** `null` lets the hub choose. */
  readonly id: string | null
  readonly label: string
  readonly isUp: boolean
  /** Measured on real calls, in milliseconds; `null` before the first call. */
  readonly firstByteMs: number | null
  readonly tokensPerSecond: number | null
  /** Per million tokens, in the owner's currency. */
  readonly price: { readonly input: number; readonly output: number } | null
}

/** Data about calling a model over HTTP, for models with a provider on this hub. */
export interface CallData {
  readonly path: string
  readonly providers: readonly ProviderView[]
  readonly provider: string | null
  readonly streaming: boolean
  /** Whether the model is called with messages, so its response can be streamed. */
  readonly isChat: boolean
  /** Whether the viewer may call the model. */
  readonly mayCall: boolean
  /** `null` while the panel shows other code. */
  readonly panel: CallPanelData | null
}

export interface CallPanelData {
  readonly answer: CallAnswer
  /** Named as by {@link clientKey}; `null` when no client supports the call. */
  readonly client: string | null
  /** Only the package managers that change the code. */
  readonly managers: readonly string[]
  readonly choice: Pick<CodeChoice, 'python' | 'javascript'>
  /** The choices that are not the defaults, as query parameters for a link that shows the same code. */
  readonly parameters: Readonly<Record<string, string>>
}

export interface CallAsked {
  /** `null` if the repo is not a model. */
  readonly inference: InferenceView | null
  readonly call: CallChoice
  readonly choice: CodeChoice
  /** Other choices on the page, which the panel's links keep. */
  readonly keep: Readonly<Record<string, string>>
  readonly request: Request
}

const managers: Readonly<Record<string, readonly string[]>> = { python: ['pip', 'uv', 'conda'], javascript: ['npm', 'pnpm', 'bun'] }

/** Returns `null` when the model has no provider here. */
export function callData(hub: PageHub, page: CardPage, { inference, call, choice, keep, request }: CallAsked): CallData | null {
  if (inference === null || inference.routes.length === 0) return null
  const { mayCall, routes } = inference
  const known = routes.some(({ provider }) => provider === call.provider)
  const provider = known ? call.provider : null
  return {
    path: `${page.header.path}/inference-code`,
    providers: providersOf(routes),
    provider,
    streaming: call.streaming,
    isChat: routes.some(({ task }) => task === 'conversational'),
    mayCall,
    panel: call.isOpen ? panelOf() : null,
  }

  function panelOf(): CallPanelData {
    let shown: string | null = null
    const answer = printCall(hub, page, {
      routes,
      provider,
      streaming: call.streaming,
      question: null,
      managers: choice,
      request,
      wants: (snippet, all) => {
        const wanted = call.client?.split('.')[0] ?? call.language
        const chosen = all.find((each) => clientKey(each) === call.client) ?? all.find(({ language }) => language === wanted) ?? all[0]
        shown = chosen ? clientKey(chosen) : null
        return snippet === chosen
      },
    })
    const current = answer.snippets.find((each) => clientKey(each) === shown)
    const hasInstall = current?.blocks.some(({ role }) => role === 'install') === true
    return {
      answer,
      client: shown,
      managers: hasInstall && current ? (managers[current.language] ?? []) : [],
      choice: { python: choice.python, javascript: choice.javascript },
      parameters: {
        ...keep,
        ...callParameters({ ...call, provider, client: shown }),
        ...(choice.python === 'pip' ? {} : { python: choice.python }),
        ...(choice.javascript === 'npm' ? {} : { javascript: choice.javascript }),
      },
    }
  }
}

function providersOf(routes: InferenceView['routes']): ProviderView[] {
  const views = routes.map(({ provider, kind, status, firstByteMs, tokensPerSecond, price }) => ({
    id: provider,
    label: kind === 'local' ? 'this hub' : provider,
    isUp: status === 'live',
    firstByteMs,
    tokensPerSecond,
    price,
  }))
  const [first] = views
  if (!first || views.length === 1) return views.map((view) => ({ ...view, id: null }))
  return [
    { id: null, label: 'Automatic', isUp: views.some(({ isUp }) => isUp), firstByteMs: null, tokensPerSecond: null, price: null },
    ...views,
  ]
}
