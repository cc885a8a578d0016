import { env, lines, py, when } from '../../code/index.ts'
import { chatModel, chatParameters } from '../bodies/chat.ts'
import { filesOf, holdsFile, jsonBody } from '../bodies/body.ts'
import { buildRequest, chatBase } from '../build-request.ts'
import { isAddress } from '../media-type.ts'
import { keywords, pythonEncode, splitParameters } from '../print-value.ts'
import type { CheckedCall } from '../resolve-call.ts'
import type { Client, ClientDraft } from './client.ts'
import { pythonChatCall } from './python-chat.ts'

/** Python with `openai`, 3.54: `base_url` points it to another server. */
export const pythonOpenaiClient: Client = {
  language: 'python',
  client: 'openai',
  title: 'OpenAI',
  templates: { conversational: openaiSnippet, conversationalStream: openaiSnippet },
}

function openaiSnippet(call: CheckedCall): ClientDraft {
  const built = buildRequest(call, 'raw')
  const { request } = built
  const { input } = call
  const messages = input.shape === 'chat' ? input.messages : []
  const files = filesOf(jsonBody(messages))
  const headers = Object.fromEntries(request.headers.flatMap(({ name, value }) => (name === 'Content-Type' ? [] : [[name, value]])))
  const { named, others } = splitParameters(adaptedParameters(call, request.body), openaiParameters)
  const code = lines(
    'python',
    [
      lines('python', [
        when(holdsFile(messages), py`import base64`),
        py`import os`,
        when(files.some(isAddress), py`import requests`),
        py`from openai import OpenAI`,
      ]),
      py`
        client = OpenAI(
            base_url=${chatBase(call)},
            api_key=${env(request.auth.env)},
            ${when(Object.keys(headers).length > 0, py`default_headers=${headers},`)}
        )
      `,
      when(holdsFile(messages), pythonEncode(files)),
      pythonChatCall(
        call,
        keywords({ model: chatModel(call), messages, ...named, ...(Object.keys(others).length > 0 ? { extra_body: others } : {}) }),
      ),
    ],
    1,
  )
  return { code, install: { python: ['openai'], conda: ['openai'] }, built }
}

/** The parameters as in the request: some providers require a different spelling. */
function adaptedParameters(call: CheckedCall, body: ReturnType<typeof buildRequest>['request']['body']): ReturnType<typeof chatParameters> {
  const parameters = chatParameters(call)
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return parameters
  const sent = body.value as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.keys(parameters).flatMap((name) => (name in sent ? [[name, sent[name] as never]] : [])))
}

const openaiParameters = new Set([
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'n',
  'parallel_tool_calls',
  'presence_penalty',
  'reasoning_effort',
  'response_format',
  'seed',
  'stop',
  'store',
  'stream_options',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
])
