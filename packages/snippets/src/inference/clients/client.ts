import type { Block } from '../../code/index.ts'
import type { Install, Note } from '../../library.ts'
import type { BuiltRequest } from '../build-request.ts'
import type { CheckedCall } from '../resolve-call.ts'
import type { TemplateName } from '../templates.ts'
import type { InferenceClient, InferenceLanguage } from '../types.ts'

/** A client's code before printing. */
export interface ClientDraft {
  readonly code: Block
  readonly install: Pick<Install, 'python' | 'javascript' | 'conda'>
  readonly built: BuiltRequest
  readonly notes?: readonly Note[]
}

/** Why a client is omitted: a clause that continues after its name. */
export interface Refusal {
  readonly refuses: string
}

export type ClientTemplate = (call: CheckedCall) => ClientDraft | Refusal

export interface Client {
  readonly language: InferenceLanguage
  readonly client: InferenceClient
  readonly title: string
  /** By name; a client without one for a task is omitted. */
  readonly templates: Partial<Readonly<Record<TemplateName, ClientTemplate>>>
}
