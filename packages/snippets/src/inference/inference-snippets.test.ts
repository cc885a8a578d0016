import { describe, expect, test } from 'vitest'
import {
  type InferenceCall,
  inferenceSnippets,
  type InferenceSnippet,
  inferenceTemplate,
  readInferenceOptions,
  type Target,
  targetFor,
  toModelFacts,
} from '../index.ts'

const hub = targetFor('https://hub.example.org')
const huggingFace = targetFor('https://huggingface.co')

function ask(task: string, call: InferenceCall, target: Target = hub, more: Record<string, unknown> = {}) {
  return inferenceSnippets(toModelFacts({ id: 'ada/sea', pipeline_tag: task, ...more }), target, call)
}

function snippets(...given: Parameters<typeof ask>): readonly InferenceSnippet[] {
  const answer = ask(...given)
  if ('reason' in answer) throw new Error(`${answer.reason.code}: ${answer.reason.text}`)
  return answer.snippets
}

const names = (all: readonly InferenceSnippet[]) => all.map(({ language, client }) => `${language}/${client}`)
const of = (all: readonly InferenceSnippet[], client: string, language?: string) => {
  const found = all.find((each) => each.client === client && (language === undefined || each.language === language))
  if (!found) throw new Error(`No snippet of ${client}`)
  return found
}
const refusal = (...given: Parameters<typeof ask>) => {
  const answer = ask(...given)
  return 'reason' in answer ? answer.reason.code : names(answer.snippets)
}

describe('who is printed, in which order', () => {
  test('chat: Python, JavaScript, shell', () => {
    expect(names(snippets('text-generation', { provider: 'portolan' }))).toEqual([
      'python/openai',
      'python/huggingface_hub',
      'python/requests',
      'javascript/openai',
      'javascript/huggingface.js',
      'javascript/fetch',
      'shell/curl',
    ])
  })

  test('a provider of which the hub clients cannot be told that this hub routes to it', () => {
    expect(names(snippets('text-to-image', { provider: 'fal-ai' }))).toEqual(['python/requests', 'javascript/fetch', 'shell/curl'])
    expect(names(snippets('text-to-image', { provider: 'fal-ai' }, huggingFace))).toEqual([
      'python/huggingface_hub',
      'python/fal_client',
      'python/requests',
      'javascript/huggingface.js',
      'javascript/fetch',
      'shell/curl',
    ])
  })

  test('a provider that the router of huggingface.co chooses, by the hub clients only unless it is chat', () => {
    expect(names(snippets('fill-mask', { provider: 'auto' }, huggingFace))).toEqual(['python/huggingface_hub', 'javascript/huggingface.js'])
    expect(names(snippets('text-generation', { provider: 'auto' }, huggingFace))).toContain('shell/curl')
  })
})

describe('where calls go', () => {
  test('chat here: one address, the provider after the id', () => {
    for (const { request, code } of snippets('text-generation', { provider: 'groq' })) {
      expect(request.url).toBe('https://hub.example.org/v1/chat/completions')
      expect(request.body).toMatchObject({ value: { model: 'ada/sea:groq' } })
      expect(code).not.toContain('huggingface.co')
    }
    expect(of(snippets('text-generation', { provider: 'groq', upstream: 'fast' }), 'curl').request.body).toMatchObject({
      value: { model: 'ada/sea:fast' },
    })
    expect(of(snippets('text-generation', { provider: 'portolan' }), 'curl').request.body).toMatchObject({ value: { model: 'ada/sea' } })
  })

  test('tasks here: the address of the model, or the route of the provider', () => {
    expect(of(snippets('fill-mask', { provider: 'auto' }), 'curl').request.url).toBe('https://hub.example.org/hf-inference/models/ada/sea')
    expect(of(snippets('sentence-similarity', { provider: 'portolan' }), 'curl').request.url).toBe(
      'https://hub.example.org/hf-inference/models/ada/sea/pipeline/sentence-similarity',
    )
    expect(of(snippets('feature-extraction', { provider: 'deepinfra', upstream: 'deep' }), 'curl').request.url).toBe(
      'https://hub.example.org/deep/v1/openai/embeddings',
    )
  })

  test('a direct call names the provider, its key and its id of the model', () => {
    const { request } = of(
      snippets('text-to-image', { provider: 'fal-ai', mapping: { providerId: 'maker/model' }, opts: { directRequest: true } }, huggingFace),
      'curl',
    )
    expect(request.url).toBe('https://queue.fal.run/maker/model')
    expect(request.auth).toEqual({ scheme: 'Key', env: 'FAL_AI_API_KEY' })
  })

  test.for([
    ['http://localhost:8080', 'http://localhost:8080/v1/chat/completions'],
    ['http://localhost:8080//', 'http://localhost:8080/v1/chat/completions'],
    ['http://localhost:8080/v1', 'http://localhost:8080/v1/chat/completions'],
    ['http://localhost:8080/v1/', 'http://localhost:8080/v1/chat/completions'],
    ['http://localhost:8080/a/v1/chat/completions', 'http://localhost:8080/a/v1/chat/completions'],
  ])('chat at an own address %s', ([endpointUrl, url]) => {
    const all = snippets('text-generation', { provider: 'hf-inference', opts: { endpointUrl: endpointUrl as string } })
    expect(of(all, 'curl').request).toMatchObject({ url, auth: { env: 'API_TOKEN' } })
    expect(of(all, 'openai', 'python').code).toContain(`base_url="${(url as string).replace('/chat/completions', '')}"`)
  })
})

describe('what is sent', () => {
  test('Python writes its own constants, shell and JSON keep theirs', () => {
    const all = snippets('text-generation', {
      provider: 'portolan',
      opts: { parameters: { logprobs: true, do_sample: false, stop: null } },
    })
    expect(of(all, 'openai', 'python').code).toContain('logprobs=True,\n    extra_body={"do_sample": False},')
    expect(of(all, 'requests').code).toContain('"do_sample": False,')
    expect(of(all, 'curl').code).toContain('"do_sample": false,')
    expect(all.some(({ code }) => code.includes('stop'))).toBe(false)
  })

  test('five steps in JavaScript, none in Python', () => {
    const all = snippets('text-to-image', { provider: 'auto' })
    for (const client of ['huggingface.js', 'fetch']) expect(of(all, client).code).toContain('num_inference_steps: 5')
    expect(of(all, 'huggingface_hub').code).not.toContain('num_inference_steps')
    const own = snippets('text-to-image', { provider: 'auto', opts: { parameters: { num_inference_steps: 9 } } })
    for (const client of ['huggingface.js', 'fetch', 'huggingface_hub']) expect(of(own, client).code).toMatch(/num_inference_steps(: |=)9/)
  })

  test('line breaks of texts to embed become blanks', () => {
    const [first] = snippets('feature-extraction', { provider: 'auto', opts: { inputs: ['One\nline.', 'Two\r\nlines.'] } })
    expect(first?.code).toContain('["One line.", "Two lines."]')
  })

  test('who pays, by each client', () => {
    const all = snippets('text-generation', { provider: 'portolan', opts: { billTo: 'acme' } })
    for (const each of all) {
      expect(each.request.headers).toContainEqual({ name: 'X-HF-Bill-To', value: 'acme' })
      expect(each.code).toContain('acme')
    }
  })

  test('headers of a provider', () => {
    expect(of(snippets('text-to-image', { provider: 'replicate' }), 'curl').code).toContain("-H 'Prefer: wait'")
    expect(of(snippets('text-to-image', { provider: 'zai-org' }), 'requests').code).toContain('"x-source-channel": "hugging_face"')
  })

  test('a file by its address is fetched by the code', () => {
    const all = snippets('image-classification', { provider: 'auto', opts: { inputs: 'https://files.example.org/cat.jpg' } })
    expect(of(all, 'curl').code).toMatch(/^curl -sSL https:\/\/files\.example\.org\/cat\.jpg \| curl /)
    expect(of(all, 'fetch').code).toContain('await (await fetch("https://files.example.org/cat.jpg")).arrayBuffer()')
  })

  test('the name of a file cannot be an option, or the standard input', () => {
    const all = snippets('image-classification', { provider: 'auto', opts: { inputs: '-' } })
    expect(of(all, 'curl').code).toContain('--data-binary @./-')
  })

  test('a client that cannot say a parameter is left out', () => {
    const all = names(snippets('image-classification', { provider: 'auto', opts: { parameters: { top_k: 3, seed: 1 } } }))
    expect(all).toEqual(['python/requests', 'javascript/fetch', 'shell/curl'])
  })

  test('every hyphen of a provider becomes an underscore', () => {
    const all = snippets('text-generation', { provider: 'fireworks-ai', opts: { directRequest: true } }, huggingFace)
    for (const { code } of all) expect(code).toContain('FIREWORKS_AI_API_KEY')
  })
})

describe('why there is none', () => {
  test.for([
    ['robotics', { provider: 'auto' }, hub, 'task-unknown'],
    ['text-generation', { provider: 'nobody' }, hub, 'provider-unknown'],
    ['text-generation', { provider: 'constructor' }, hub, 'provider-unknown'],
    ['text-to-image', { provider: 'groq' }, hub, 'provider-task'],
    ['depth-estimation', { provider: 'hf-inference' }, huggingFace, 'provider-task'],
    ['text-generation', { provider: 'openai' }, huggingFace, 'provider-own-key'],
    ['text-generation', { provider: 'openai', opts: { directRequest: true } }, huggingFace, 'provider-model'],
    ['text-generation', { provider: 'portolan' }, huggingFace, 'provider-not-here'],
    ['text-generation', { provider: 'auto', opts: { directRequest: true } }, hub, 'direct-without-provider'],
    ['text-generation', { provider: 'groq', opts: { endpointUrl: 'http://localhost' } }, hub, 'endpoint-with-provider'],
    ['text-generation', { provider: 'auto', opts: { endpointUrl: 'javascript:alert(1)' } }, hub, 'endpoint-invalid'],
    ['text-generation', { provider: 'auto', opts: { endpointUrl: 'http://user:secret@localhost' } }, hub, 'endpoint-invalid'],
    ['text-generation', { provider: 'auto', opts: { billTo: 'a\r\nX-Other: b' } }, hub, 'option-invalid'],
    ['text-generation', { provider: 'auto', opts: { messages: [] } }, hub, 'input-invalid'],
    ['question-answering', { provider: 'auto', opts: { inputs: 'a' } }, hub, 'input-invalid'],
    ['image-text-to-video', { provider: 'novita' }, huggingFace, 'no-client'],
    ['audio-to-audio', { provider: 'fal-ai', opts: { inputs: 'a.flac' } }, huggingFace, 'no-client'],
  ] as const)('%s: %o', ([task, call, target, code]) => {
    expect(refusal(task, call as InferenceCall, target)).toBe(code)
  })

  test('no task, and an id that leads elsewhere', () => {
    expect(refusal('', { provider: 'auto' })).toBe('task-missing')
    expect(refusal('fill-mask', { provider: 'auto' }, hub, { id: '../../api/whoami' })).toBe('model-id-invalid')
  })

  test.for([null, undefined, 5, 'groq', [], { provider: { toString: 5 } }])('a call that is none: %o', (call) => {
    expect(refusal('text-generation', call as never)).toBe('provider-unknown')
  })

  test('is told to the log, in one line', () => {
    const lines: string[] = []
    inferenceSnippets(toModelFacts({ id: 'ada/sea\nforged', pipeline_tag: 'robotics' }), hub, { provider: 'auto' }, (line) =>
      lines.push(line),
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^No inference snippets for "ada\/sea\\nforged" at "auto": task-unknown: [^\n]*$/)
  })
})

describe('templates by name', () => {
  test('one that does not exist is named with its language and client', () => {
    expect(() => inferenceTemplate('shell', 'curl', 'textToSmell')).toThrow('Template not found: shell/curl/textToSmell')
    expect(() => inferenceTemplate('python', 'fetch', 'basic')).toThrow('Template not found: python/fetch/basic')
    expect(() => inferenceTemplate('python', 'openai', 'basic')).toThrow('Template not found: python/openai/basic')
    expect(() => inferenceTemplate('shell', 'curl', 'constructor')).toThrow('Template not found: shell/curl/constructor')
    expect(inferenceTemplate('javascript', 'fetch', 'conversationalStream')).toBeTypeOf('function')
  })
})

describe('options as the published package names them', () => {
  test('chat parameters stand beside the others; empty ones and 0 are left out', () => {
    expect(readInferenceOptions({ temperature: 0, max_tokens: 5, top_p: '', streaming: true, parameters: { seed: 1 } })).toEqual({
      streaming: true,
      parameters: { max_tokens: 5, seed: 1 },
    })
  })

  test('a key of the provider means a direct call; no token is kept', () => {
    expect(readInferenceOptions({ accessToken: 'gsk_live' })).toEqual({ directRequest: true, parameters: {} })
    expect(readInferenceOptions({ accessToken: 'hf_live' })).toEqual({ parameters: {} })
    expect(readInferenceOptions(null)).toEqual({})
  })
})
