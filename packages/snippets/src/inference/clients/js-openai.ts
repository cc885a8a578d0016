import { env, js, lines, when } from '../../code/index.ts'
import { filesOf } from '../bodies/body.ts'
import { buildRequest, chatBase } from '../build-request.ts'
import { isAddress } from '../media-type.ts'
import { fieldsCode } from '../print-value.ts'
import type { CheckedCall } from '../resolve-call.ts'
import type { BodyValue } from '../types.ts'
import type { Client, ClientDraft } from './client.ts'

/** JavaScript with `openai`, 7.57: `baseURL` points it to another server. */
export const javascriptOpenaiClient: Client = {
  language: 'javascript',
  client: 'openai',
  title: 'OpenAI',
  templates: { conversational: openaiSnippet, conversationalStream: openaiSnippet },
}

function openaiSnippet(call: CheckedCall): ClientDraft {
  const built = buildRequest(call, 'raw')
  const { request } = built
  const value = request.body.kind === 'json' ? (request.body.value as Readonly<Record<string, BodyValue>>) : {}
  const headers = Object.fromEntries(request.headers.flatMap(({ name, value: text }) => (name === 'Content-Type' ? [] : [[name, text]])))
  const readsFile = filesOf(request.body).some((file) => !isAddress(file))
  const code = lines(
    'javascript',
    [
      lines('javascript', [when(readsFile, js`import { readFileSync } from "node:fs"`), js`import OpenAI from "openai"`]),
      js`
        const client = new OpenAI({
            baseURL: ${chatBase(call)},
            apiKey: ${env(request.auth.env)},
            ${when(Object.keys(headers).length > 0, js`defaultHeaders: ${headers},`)}
        })
      `,
      request.streams
        ? js`
            const stream = await client.chat.completions.create({
                ${fieldsCode(value)}
            })

            for await (const chunk of stream) {
                process.stdout.write(chunk.choices[0]?.delta?.content ?? "")
            }
          `
        : js`
            const completion = await client.chat.completions.create({
                ${fieldsCode(value)}
            })

            console.log(completion.choices[0].message)
          `,
    ],
    1,
  )
  return { code, install: { javascript: ['openai'] }, built }
}
