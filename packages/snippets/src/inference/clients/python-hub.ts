import { type Block, env, identifier, lines, py, when } from '../../code/index.ts'
import { filesOf, holdsFile, jsonBody } from '../bodies/body.ts'
import { chatModel, chatParameters } from '../bodies/chat.ts'
import { buildRequest, type BuiltRequest, chatBase } from '../build-request.ts'
import { hasKnownType, isAddress } from '../media-type.ts'
import { pythonEndpoint } from '../../preamble.ts'
import { keywords, pythonEncode, splitParameters } from '../print-value.ts'
import type { CheckedCall } from '../resolve-call.ts'
import { templateNames } from '../templates.ts'
import type { BodyValue } from '../types.ts'
import type { Client, ClientDraft, Refusal } from './client.ts'
import { pythonChatCall } from './python-chat.ts'
import { pythonChatParameters, pythonClientServes, type PythonTask, pythonTasks } from './python-hub-tasks.ts'

/**
 * Python with `huggingface_hub`, 2.4. Its router is a constant of the package; `base_url` points it to another server, and it then uses the
 * hf-inference API whatever `provider` is.
 */
export const pythonHubClient: Client = {
  language: 'python',
  client: 'huggingface_hub',
  title: 'huggingface_hub',
  templates: Object.fromEntries(templateNames.map((name) => [name, hubSnippet])),
}

function hubSnippet(call: CheckedCall): ClientDraft | Refusal {
  return call.task === 'conversational' ? chatSnippet(call) : taskSnippet(call)
}

function chatSnippet(call: CheckedCall): ClientDraft | Refusal {
  const built = buildRequest(call, 'python')
  const { route, input, provider } = call
  const messages = input.shape === 'chat' ? input.messages : []
  const files = filesOf(jsonBody(messages))
  // The client maps the hub id to the provider's id itself, except for providers that only accept their own ids.
  const model = route.kind === 'direct' && !provider.ownKeyOnly ? call.model : chatModel(call)
  const { named, others } = splitParameters(chatParameters(call), pythonChatParameters)
  const address = route.kind === 'endpoint' || (route.kind === 'router' && !route.isHuggingFace) ? chatBase(call) : null
  const code = lines(
    'python',
    [
      importsOf(call, [when(holdsFile(messages), py`import base64`), when(files.some(isAddress), py`import requests`)]),
      clientCode(call, built, address, route.kind === 'direct'),
      when(holdsFile(messages), pythonEncode(files)),
      pythonChatCall(call, keywords({ model, messages, ...named, ...(Object.keys(others).length > 0 ? { extra_body: others } : {}) })),
    ],
    1,
  )
  return { code, install: { python: ['huggingface_hub'], conda: ['huggingface_hub'] }, built }
}

function taskSnippet(call: CheckedCall): ClientDraft | Refusal {
  const { route, task, provider } = call
  const how = pythonTasks[task]
  if (how === undefined || !pythonClientServes(provider.key, task)) return { refuses: `has no method for ${task} at ${provider.label}` }
  const toAddress = route.kind === 'endpoint' || (route.kind === 'router' && !route.isHuggingFace)
  if (toAddress && provider.key !== 'hf-inference') return { refuses: `knows no router but router.huggingface.co for ${provider.label}` }
  if (toAddress && !Object.hasOwn(provider.routes, task)) return { refuses: `has no method for ${task} at an address` }
  if ('file' in call.input && !isAddress(call.input.file) && !hasKnownType(call.input.file))
    return { refuses: 'tells what a file is by its ending, and this one has none that it knows' }
  const split = splitParameters(call.parameters, new Set(how.parameters))
  if (Object.keys(split.others).length > 0 && !acceptsOthers(how, split.others))
    return { refuses: `takes no parameter ${Object.keys(split.others).join(', ')} for ${task}` }
  const built = buildRequest(call, 'python')
  // Audio may arrive as samples in JSON, which the client returns unchanged.
  const { gives, ...plain } = how
  const shown = built.result.kind === 'json' || gives === undefined ? plain : how
  const values: Record<string, BodyValue> = {
    ...split.named,
    ...(how.others === 'keywords' ? split.others : Object.keys(split.others).length > 0 ? { extra_body: split.others } : {}),
    // With a base URL, the model is part of it: a second one would send the call to huggingface.co.
    ...(toAddress ? {} : { model: call.model }),
  }
  const code = lines(
    'python',
    [
      importsOf(call, []),
      clientCode(call, built, toAddress ? built.request.url : null, true),
      py`
        ${resultName(shown)} = client.${identifier(how.method)}(
            ${lines('python', [...inputs(call), keywords(values)])}
        )

        ${useResult(call, shown)}
      `,
    ],
    1,
  )
  const python = ['huggingface_hub', ...(how.needs ?? [])]
  return { code, install: { python, conda: python.map((name) => name.toLowerCase()) }, built }
}

function acceptsOthers({ others }: PythonTask, parameters: Readonly<Record<string, unknown>>): boolean {
  if (others === 'extra_body') return true
  return others === 'keywords' && Object.keys(parameters).every((name) => /^[a-z][a-z0-9_]*$/.test(name) && !taken.has(name))
}

/** Python keywords, and names that the methods already use. */
const taken = new Set([
  'and',
  'as',
  'assert',
  'async',
  'await',
  'break',
  'class',
  'continue',
  'def',
  'del',
  'elif',
  'else',
  'except',
  'finally',
  'for',
  'from',
  'global',
  'if',
  'image',
  'import',
  'in',
  'is',
  'lambda',
  'model',
  'nonlocal',
  'not',
  'or',
  'pass',
  'raise',
  'return',
  'self',
  'try',
  'while',
  'with',
  'yield',
])

/** For a direct call, the client looks up the provider's id of the model on the hub: this hub, unless the target is huggingface.co. */
function importsOf({ route, target, provider }: CheckedCall, more: readonly (Block | undefined)[]): Block {
  const asksHub = route.kind === 'direct' && !provider.ownKeyOnly
  const endpoint = asksHub ? pythonEndpoint(target) : undefined
  if (endpoint) return lines('python', [endpoint, lines('python', [...more, py`from huggingface_hub import InferenceClient`])], 1)
  return lines('python', [more[0], py`import os`, ...more.slice(1), py`from huggingface_hub import InferenceClient`])
}

function clientCode(call: CheckedCall, { request }: BuiltRequest, address: string | null, namesProvider: boolean): Block {
  return py`
    client = InferenceClient(
        ${when(address !== null, py`base_url=${address ?? ''},`)}
        ${when(address === null && namesProvider, py`provider=${call.policy === 'auto' ? 'auto' : call.provider.key},`)}
        api_key=${env(request.auth.env)},
        ${when(call.billTo !== null, py`bill_to=${call.billTo ?? ''},`)}
    )
  `
}

/** Arguments that precede the parameters. */
function inputs({ input }: CheckedCall): Block[] {
  switch (input.shape) {
    case 'chat':
      return []
    case 'text':
    case 'labels':
      return [py`${input.text},`]
    case 'file':
    case 'file-prompt':
    case 'file-labels':
      return [py`${input.file},`]
    case 'question':
      return [keywords({ question: input.question, context: input.context })]
    case 'table-question':
      return [keywords({ query: input.query, table: input.table })]
    case 'image-question':
      return [py`${input.file},`, keywords({ question: input.question })]
    case 'sentences':
      return [keywords({ sentence: input.source, other_sentences: input.others })]
    case 'table':
      return [keywords({ table: input.data })]
  }
}

function resultName({ gives }: PythonTask): Block {
  return gives === 'image' ? py`image` : gives === 'bytes' ? py`content` : py`output`
}

function useResult({ kind }: CheckedCall, { gives }: PythonTask): Block {
  const file = kind.answer === 'json' ? 'output' : kind.answer.file
  if (gives === 'image') return py`image.save(${file})`
  if (gives === 'bytes')
    return py`
      with open(${file}, "wb") as f:
          f.write(content)
    `
  return py`print(output)`
}
