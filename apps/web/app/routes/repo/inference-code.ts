import { javascriptManagers, pythonManagers } from '@portolan/snippets'
import type { Route } from './+types/inference-code'
import type { CodeAsked } from '../../features/inference-code/ask-code.ts'
import { printCall } from '../../features/inference-code/print-call.server.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { errorPage, orErrorPage } from '../../lib/page-error.ts'

/** `POST /{owner}/{name}/inference-code`: the highlighted code of a call with the widget's inputs, and the request that it makes. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const asked = readAsked(await request.json().catch(() => null))
  const page = await orErrorPage(() => hub.card('model', `${params.owner}/${params.name}`))
  const { routes } = await hub.inference(page.header.fullName)
  const answer = printCall(hub, page, { ...asked, routes, request: new Request(`${request.url}.data`), wants: () => true })
  return Response.json(answer, { headers: { 'Cache-Control': 'no-store' } })
}

export function loader(): never {
  throw errorPage('route.not_found', 'Send the inputs of a call.')
}

/** Validates only the shape of the input: the snippets do not trust any of its values. */
function readAsked(value: unknown): CodeAsked {
  const { provider, streaming, question, managers } = fieldsOf(value)
  const { inputs, messages, parameters } = fieldsOf(question)
  const { python, javascript } = fieldsOf(managers ?? {})
  return {
    provider: typeof provider === 'string' ? provider : null,
    streaming: streaming === true,
    question: {
      ...(inputs === undefined ? {} : { inputs }),
      ...(Array.isArray(messages) ? { messages: messages as unknown[] } : {}),
      parameters: fieldsOf(parameters ?? {}),
    },
    managers: {
      python: pythonManagers.find((name) => name === python) ?? 'pip',
      javascript: javascriptManagers.find((name) => name === javascript) ?? 'npm',
    },
  }
}

/** @throws `body.invalid` unless the value is an object */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw errorPage('body.invalid', 'An object is needed: { question: { inputs, parameters } }')
}
