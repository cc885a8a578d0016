import { type Block, env, identifier, js, type Json, lines, when } from '../../code/index.ts'
import { filesOf } from '../bodies/body.ts'
import { chatModel, chatParameters } from '../bodies/chat.ts'
import { buildRequest, type BuiltRequest, chatBase } from '../build-request.ts'
import { isAddress } from '../media-type.ts'
import { fieldsCode } from '../print-value.ts'
import type { CheckedCall } from '../resolve-call.ts'
import { templateNames } from '../templates.ts'
import type { BodyValue } from '../types.ts'
import type { Client, ClientDraft, Refusal } from './client.ts'

/**
 * JavaScript with `@huggingface/inference`, 4.13. Hub and router are constants of the package; `endpointUrl` points it to another server. It excludes
 * `provider`, and uses the hf-inference API.
 */
export const javascriptHubClient: Client = {
  language: 'javascript',
  client: 'huggingface.js',
  title: 'huggingface.js',
  templates: Object.fromEntries(templateNames.filter((name) => name !== 'zeroShotObjectDetection').map((name) => [name, hubSnippet])),
}

/** Methods that upload a file as is and send nothing else. */
const uploads = new Set([
  'audio-classification',
  'audio-to-audio',
  'automatic-speech-recognition',
  'image-classification',
  'image-to-text',
  'object-detection',
])
const tasksWithoutMethod = new Set(['depth-estimation', 'image-feature-extraction', 'zero-shot-object-detection'])

function hubSnippet(given: CheckedCall): ClientDraft | Refusal {
  const call = withSteps(given)
  const { route, task, provider } = call
  const isChat = task === 'conversational'
  const toAddress = route.kind === 'endpoint' || (route.kind === 'router' && !route.isHuggingFace)
  if (tasksWithoutMethod.has(task)) return { refuses: `has no method for ${task}` }
  if (toAddress && !isChat && provider.key !== 'hf-inference')
    return { refuses: `knows no router but router.huggingface.co for ${provider.label}` }
  if (toAddress && !isChat && !Object.hasOwn(provider.routes, task)) return { refuses: `has no method for ${task} at an address` }
  if (route.kind === 'direct' && !call.target.isHuggingFace && !provider.ownKeyOnly)
    return { refuses: 'asks huggingface.co, and no other hub, which id a provider has for a model' }
  if (uploads.has(task) && Object.keys(call.parameters).length > 0 && provider.key !== 'replicate')
    return { refuses: `sends no parameters with a file for ${task}` }
  const built = buildRequest(call, 'javascript')
  const { request } = built
  const file = 'file' in call.input ? call.input.file : null
  const readsFile = isChat ? filesOf(request.body).some((each) => !isAddress(each)) : file !== null && !isAddress(file)
  const writes = call.kind.answer !== 'json' && built.result.kind !== 'json'
  const nodeNames = [...(readsFile ? ['readFileSync'] : []), ...(writes ? ['writeFileSync'] : [])]
  const code = lines(
    'javascript',
    [
      lines('javascript', [nodeImport(nodeNames), js`import { InferenceClient } from "@huggingface/inference"`]),
      js`const client = new InferenceClient(${env(request.auth.env)})`,
      when(!isChat && file !== null, blobCode(call)),
      isChat ? chatCode(call) : taskCode(call, built, toAddress),
    ],
    1,
  )
  return { code, install: { javascript: ['@huggingface/inference'] }, built }
}

/** Few steps, so that the first image arrives quickly. */
export function withSteps(call: CheckedCall): CheckedCall {
  if (call.task !== 'text-to-image' || 'num_inference_steps' in call.parameters) return call
  return { ...call, parameters: { ...call.parameters, num_inference_steps: 5 } }
}

export function nodeImport(names: readonly string[]): Block | undefined {
  const list = names.reduce<Block | null>((all, name) => (all === null ? js`${identifier(name)}` : js`${all}, ${identifier(name)}`), null)
  return list === null ? undefined : js`import { ${list} } from "node:fs"`
}

function blobCode({ input }: CheckedCall): Block {
  if (!('file' in input)) return js``
  if (isAddress(input.file)) return js`const data = await (await fetch(${input.file})).blob()`
  return js`const data = new Blob([readFileSync(${input.file})], { type: ${input.contentType} })`
}

function chatCode(call: CheckedCall): Block {
  const { route, provider, streams, input, model } = call
  const messages: BodyValue = input.shape === 'chat' ? input.messages : []
  const isDirect = route.kind === 'direct'
  const named = isDirect && provider.ownKeyOnly && !model.startsWith(`${provider.key}/`) ? `${provider.key}/${model}` : model
  const fields = lines('javascript', [
    when(route.kind === 'endpoint' || (route.kind === 'router' && !route.isHuggingFace), js`endpointUrl: ${chatBase(call)},`),
    when(isDirect, js`provider: ${provider.key},`),
    js`model: ${isDirect ? named : chatModel(call)},`,
    fieldsCode({ messages, ...chatParameters(call) }),
  ])
  if (streams)
    return js`
      const stream = client.chatCompletionStream({
          ${fields}
      }${options(call)})

      for await (const chunk of stream) {
          process.stdout.write(chunk.choices[0]?.delta?.content ?? "")
      }
    `
  return js`
    const completion = await client.chatCompletion({
        ${fields}
    }${options(call)})

    console.log(completion.choices[0].message)
  `
}

function taskCode(call: CheckedCall, { request, result }: BuiltRequest, toAddress: boolean): Block {
  const { task, parameters, policy, provider, model, kind } = call
  const method = identifier(task.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))
  const values = js`
    {
        ${when(toAddress, js`endpointUrl: ${request.url},`)}
        ${when(!toAddress, js`provider: ${policy === 'auto' ? 'auto' : provider.key},`)}
        ${when(!toAddress, js`model: ${model},`)}
        ${inputsCode(call)}
        ${when(Object.keys(parameters).length > 0, js`parameters: ${parameters as Json},`)}
    }
  `
  // Audio may arrive as samples in JSON.
  const file = kind.answer === 'json' || result.kind === 'json' ? null : kind.answer.file
  const name = file === null ? js`output` : js`blob`
  // The client polls a job with a timer that does not keep Node running: without another timer, the program would end before its job does.
  const waits = result.job !== undefined && provider.key !== 'replicate'
  return lines('javascript', [
    when(waits, js`const keepRunning = setInterval(() => {}, 1000)`),
    js`const ${name} = await client.${method}(${values}${options(call)})`,
    when(waits, js`clearInterval(keepRunning)`),
    file === null ? js`console.log(output)` : js`writeFileSync(${file}, Buffer.from(await blob.arrayBuffer()))`,
  ])
}

function inputsCode({ input }: CheckedCall): Block {
  switch (input.shape) {
    case 'chat':
      return js``
    case 'text':
    case 'labels':
      return js`inputs: ${input.text},`
    case 'file':
    case 'file-prompt':
    case 'file-labels':
      return js`inputs: data,`
    case 'question':
      return js`inputs: ${{ question: input.question, context: input.context }},`
    case 'table-question':
      return js`inputs: ${{ query: input.query, table: input.table }},`
    case 'image-question':
      return js`inputs: { question: ${input.question}, image: data },`
    case 'sentences':
      return js`inputs: ${{ source_sentence: input.source, sentences: input.others }},`
    case 'table':
      return js`inputs: ${{ data: input.data }},`
  }
}

/** The second argument. Images are returned as a blob unless requested otherwise, and the package's types only reflect that if it is stated. */
function options({ billTo, task }: CheckedCall): Block | undefined {
  const given = { ...(task === 'text-to-image' ? { outputType: 'blob' } : {}), ...(billTo === null ? {} : { billTo }) }
  return when(Object.keys(given).length > 0, js`, ${given}`)
}
