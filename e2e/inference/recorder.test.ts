import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InferenceRequest, type InferenceSnippet, InputFile } from '../../packages/snippets/src/inference/types.ts'
import { clientsAreInstalled, openWorkshop, type ClientSandbox } from '../../packages/snippets/proofs/inference/client-sandbox.ts'

/* Tests the recorder itself: handwritten code that sends the right request, and code that does not. */

const chat: InferenceRequest = {
  method: 'POST',
  url: 'https://router.huggingface.co/v1/chat/completions',
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  auth: { scheme: 'Bearer', env: 'HF_TOKEN' },
  body: { kind: 'json', value: { model: 'ada/chart:together', messages: [{ role: 'user', content: 'Where?' }] } },
  streams: false,
  answer: 'json',
}
/** One client sends `stream: false` explicitly. */
const notStreaming: InferenceRequest = {
  ...chat,
  body: { kind: 'json', value: { model: 'ada/chart:together', messages: [{ role: 'user', content: 'Where?' }], stream: false } },
}

const python = {
  openai: [
    'openai',
    `import os
from openai import OpenAI

client = OpenAI(base_url="https://router.huggingface.co/v1", api_key=os.environ["HF_TOKEN"])
completion = client.chat.completions.create(model="ada/chart:together", messages=[{"role": "user", "content": "Where?"}])
print(completion.choices[0].message.content)
`,
  ],
  huggingface_hub: [
    'huggingface_hub',
    `import os
from huggingface_hub import InferenceClient

client = InferenceClient(base_url="https://router.huggingface.co/v1", api_key=os.environ["HF_TOKEN"])
completion = client.chat.completions.create(model="ada/chart:together", messages=[{"role": "user", "content": "Where?"}])
print(completion.choices[0].message.content)
`,
  ],
  requests: [
    'requests',
    `import os
import requests

body = {"model": "ada/chart:together", "messages": [{"role": "user", "content": "Where?"}]}
headers = {"Authorization": f"Bearer {os.environ['HF_TOKEN']}"}
response = requests.post("https://router.huggingface.co/v1/chat/completions", headers=headers, json=body)
print(response.json()["choices"][0]["message"]["content"])
`,
  ],
} as const
const javascript = {
  openai: `import { OpenAI } from "openai"

const client = new OpenAI({ baseURL: "https://router.huggingface.co/v1", apiKey: process.env.HF_TOKEN })
const completion = await client.chat.completions.create({ model: "ada/chart:together", messages: [{ role: "user", content: "Where?" }] })
console.log(completion.choices[0].message.content)
`,
  fetch: `async function query(data) {
    const headers = { Authorization: \`Bearer \${process.env.HF_TOKEN}\`, "Content-Type": "application/json" }
    const response = await fetch("https://router.huggingface.co/v1/chat/completions", { headers, method: "POST", body: JSON.stringify(data) })
    return await response.json()
}

query({ model: "ada/chart:together", messages: [{ role: "user", content: "Where?" }] }).then((answer) => {
    console.log(answer.choices[0].message.content)
})
`,
} as const
const curl = `curl https://router.huggingface.co/v1/chat/completions \\
    -H "Authorization: Bearer $HF_TOKEN" \\
    -H "Content-Type: application/json" \\
    -d '{"model": "ada/chart:together", "messages": [{"role": "user", "content": "Where?"}]}'
`

const snippet = (
  language: InferenceSnippet['language'],
  code: string,
  more: Partial<InferenceSnippet> & { readonly request?: InferenceRequest } = {},
): InferenceSnippet => ({ language, client: 'curl', title: '', install: '', code, notes: [], files: [], request: chat, ...more })
const scene = { modelInfo: { id: 'ada/chart' }, task: 'text-generation' }

describe.skipIf(!clientsAreInstalled())('the recorder', () => {
  let workshop: ClientSandbox
  beforeAll(async () => {
    workshop = await openWorkshop()
  })
  afterAll(() => workshop[Symbol.asyncDispose]())

  test.for([
    ...Object.entries(python).map(
      ([client, [install, code]]) =>
        [`Python, ${client}`, snippet('python', code, { install, request: client === 'huggingface_hub' ? notStreaming : chat })] as const,
    ),
    ...Object.entries(javascript).map(
      ([client, code]) => [`JavaScript, ${client}`, snippet('javascript', code, { install: `npm install ${client}` })] as const,
    ),
    ['shell, curl', snippet('shell', curl)] as const,
  ])('sees what was built: %s', async ([, each]) => {
    const { differences, output } = await workshop.run(each, scene)
    expect({ differences, output }).toMatchObject({ differences: [], output: expect.stringContaining('In Paris.') })
  })

  test('reads files: raw, in JSON, and as a part of a form', async () => {
    const url = 'https://hub.example.org/hf-inference/models/ada/ears'
    const raw = snippet(
      'shell',
      `curl ${url} -H "Authorization: Bearer $HF_TOKEN" -H "Content-Type: audio/flac" --data-binary @sample1.flac`,
      {
        files: ['sample1.flac'],
        request: {
          ...chat,
          url,
          headers: [{ name: 'Content-Type', value: 'audio/flac' }],
          body: { kind: 'file', file: 'sample1.flac', contentType: 'audio/flac' },
        },
      },
    )
    const form = snippet(
      'shell',
      `curl ${url} -H "Authorization: Bearer $HF_TOKEN" -F "file=@sample1.flac;type=audio/flac" -F model=ears`,
      {
        files: ['sample1.flac'],
        request: {
          ...chat,
          url,
          headers: [],
          body: {
            kind: 'form',
            fields: [{ name: 'model', value: 'ears' }],
            files: [{ name: 'file', file: 'sample1.flac', contentType: 'audio/flac' }],
          },
        },
      },
    )
    const inJson = snippet(
      'python',
      `import base64, os, requests
with open("cat.png", "rb") as file:
    picture = base64.b64encode(file.read()).decode()
print(requests.post("${url}", headers={"Authorization": "Bearer " + os.environ["HF_TOKEN"]}, json={"inputs": "data:image/png;base64," + picture}))
`,
      {
        install: 'pip install requests',
        files: ['cat.png'],
        request: { ...chat, url, body: { kind: 'json', value: { inputs: new InputFile('cat.png', 'data-url', 'image/png') } } },
      },
    )
    for (const each of [raw, form, inJson])
      expect((await workshop.run(each, { ...scene, task: 'automatic-speech-recognition' })).differences).toEqual([])
    const text = snippet('shell', raw.code.replace('--data-binary', '-d'), { files: raw.files, request: raw.request })
    expect((await workshop.run(text, scene)).differences).toEqual(['the bytes sent are not those of sample1.flac'])
  })

  test.for([
    ['another address', curl.replace('/v1/chat', '/v2/chat'), /^URL: built/],
    ['another text', curl.replace('Where?', 'Where'), /^body\.messages\[0\]\.content: built "Where\?", sent "Where"/],
    ['a value more', curl.replace('"messages"', '"stream": false, "messages"'), /^body\.stream: not built, sent false/],
    ['a value less', curl.replace('"model": "ada/chart:together", ', ''), /^body\.model: built .*, not sent/],
    ['a number as text', curl.replace('"Where?"', '1'), /content: built "Where\?", sent 1/],
    ['no key', curl.replace('$HF_TOKEN', ''), /^Authorization: built "Bearer hf_/],
    ['the key of somebody else', curl.replace('HF_TOKEN', 'TOGETHER_API_KEY'), /^Authorization: built/],
    ['another type', curl.replace('application/json', 'text/plain'), /^Content-Type: built/],
    ['another payer', `${curl.trimEnd()} -H "X-HF-Bill-To: acme"`, /^x-hf-bill-to: not built, sent "acme"/],
    ['the call twice', `${curl}${curl}`, /^also sent POST/],
    ['a look elsewhere', `${curl}curl https://files.example.org/spy`, /^also sent GET https:\/\/files\.example\.org\/spy/],
    ['nothing', 'true', /^nothing was sent$/],
    ['the call, whose answer goes nowhere', curl.trimEnd() + ' -o /dev/null', /^printed nothing, and left no file$/],
    ['the call, and then fails', `${curl}exit 3`, /^ended with 3/],
  ] as const)('finds %s', async ([, code, expected]) => {
    const { differences } = await workshop.run(snippet('shell', code.replace('exit 3', '\nexit 3').replace("}'\ncurl", "}'\ncurl")), scene)
    expect(differences.some((difference) => expected.test(difference))).toBe(true)
  })

  test('a package that the printed line does not install is not there', async () => {
    const inJavaScript = await workshop.run(snippet('javascript', javascript.openai), scene)
    expect(inJavaScript.differences).toEqual(['imports openai, which the printed line does not install'])
    const { differences } = await workshop.run(snippet('python', python.openai[1], { install: 'pip install requests' }), scene)
    expect(differences[0]).toContain("No module named 'openai'")
  })

  test('a host that is no part of the proof is not reached', async () => {
    const { differences } = await workshop.run(snippet('shell', `${curl}curl https://elsewhere.example.net/`), scene)
    expect(differences[0]).toMatch(/^ended with 60/)
  })
})
