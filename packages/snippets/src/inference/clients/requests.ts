import { authorization, type Block, json, lines, py, when } from '../../code/index.ts'
import { filesOf, holdsFile } from '../bodies/body.ts'
import { type BuiltRequest, buildRequest } from '../build-request.ts'
import { isAddress, uploadName } from '../media-type.ts'
import { objectCode, pathCode, pythonEncode, valueCode } from '../print-value.ts'
import type { CheckedCall } from '../resolve-call.ts'
import type { Job, Result } from '../result.ts'
import { templateNames } from '../templates.ts'
import type { BodyValue } from '../types.ts'
import type { Client, ClientDraft } from './client.ts'

/** Python with `requests`, 2.34. */
export const requestsClient: Client = {
  language: 'python',
  client: 'requests',
  title: 'requests',
  templates: Object.fromEntries(templateNames.map((name) => [name, requestsSnippet])),
}

function requestsSnippet(call: CheckedCall): ClientDraft {
  const built = buildRequest(call, 'raw')
  const { request, result } = built
  const { body } = request
  const encodes = body.kind === 'json' && holdsFile(body.value)
  const job = result.job
  const imports = [
    when(encodes || result.kind === 'base64', py`import base64`),
    when(request.streams, py`import json`),
    py`import os`,
    when(job, py`import time`),
    when(job && 'pathOf' in job.look, py`from urllib.parse import urlparse`),
    py`import requests`,
  ]
  const code = lines(
    'python',
    [
      lines('python', imports),
      lines('python', [py`API_URL = ${request.url}`, headersCode(built)]),
      when(encodes, pythonEncode(filesOf(body))),
      queryCode(built),
      callCode(built),
    ],
    1,
  )
  return { code, install: { python: ['requests'], conda: ['requests'] }, built }
}

/** Content-Type is printed only if it differs from what requests sends by default. */
function headersCode({ request }: BuiltRequest): Block {
  const others = request.headers.filter(({ name }) => name !== 'Content-Type')
  return py`
    headers = {
        "Authorization": ${authorization(request.auth.scheme, request.auth.env)},
        ${lines(
          'python',
          others.map(({ name, value }) => py`${name}: ${value},`),
        )}
    }
  `
}

function queryCode({ request, result }: BuiltRequest): Block {
  const { body, streams } = request
  const answer = result.kind === 'bytes' && result.job === undefined ? py`response.content` : py`response.json()`
  if (streams)
    return py`
      def query(payload):
          with requests.post(API_URL, headers=headers, json=payload, stream=True) as response:
              response.raise_for_status()
              for line in response.iter_lines():
                  if not line.startswith(b"data:"):
                      continue
                  data = line.removeprefix(b"data:").strip()
                  if data == b"[DONE]":
                      return
                  yield json.loads(data)
    `
  if (body.kind === 'json')
    return py`
      def query(payload):
          response = requests.post(API_URL, headers=headers, json=payload)
          response.raise_for_status()
          return ${answer}
    `
  if (body.kind === 'form') {
    const [file] = body.files
    if (file === undefined) throw new TypeError('A form without a file')
    return py`
      def query(filename, fields):
          ${readCode(file.file)}
          files = {${file.name}: (${uploadName(file.file)}, data, ${file.contentType})}
          response = requests.post(API_URL, headers=headers, files=files, data=fields)
          response.raise_for_status()
          return ${answer}
    `
  }
  return py`
    def query(filename):
        ${readCode(body.file)}
        response = requests.post(API_URL, headers={"Content-Type": ${body.contentType}, **headers}, data=data)
        response.raise_for_status()
        return ${answer}
  `
}

function readCode(file: string): Block {
  if (isAddress(file))
    return py`
      download = requests.get(filename)
      download.raise_for_status()
      data = download.content
    `
  return py`
    with open(filename, "rb") as f:
        data = f.read()
  `
}

function callCode({ request, result, base }: BuiltRequest): Block {
  const { body, streams } = request
  if (streams && body.kind === 'json')
    return py`
      chunks = query(${payload(body.value)})

      for chunk in chunks:
          if chunk["choices"]:
              print(chunk["choices"][0]["delta"].get("content") or "", end="", flush=True)
    `
  const argument =
    body.kind === 'json'
      ? payload(body.value)
      : body.kind === 'file'
        ? py`${body.file}`
        : py`${body.files[0]?.file ?? ''}, ${Object.fromEntries(body.fields.map(({ name, value }) => [name, value]))}`
  const name = result.job ? py`job` : result.kind === 'bytes' ? py`content` : py`output`
  return lines(
    'python',
    [
      lines('python', [py`${name} = query(${argument})`, when(!result.job, resultCode(result))]),
      jobCode(result, base),
      when(result.job, resultCode(result)),
    ],
    1,
  )
}

/** The outermost object spans several lines, however short it is. */
function payload(value: BodyValue): Block {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
    ? objectCode(value as Readonly<Record<string, BodyValue>>, 'python')
    : valueCode(value, 'python')
}

function jobCode({ job }: Result, base: string): Block | undefined {
  if (!job) return undefined
  const status = pathCode(py`output`, job.status, 'python')
  const address = addressCode(job, base)
  return lines('python', [
    py`job_url = ${address}`,
    py`
      while True:
          time.sleep(${json(job.seconds)})
          response = requests.get(${job.resultApart ? py`job_url + ${`/status${job.query}`}` : py`job_url`}, headers=headers)
          response.raise_for_status()
          output = response.json()
          if ${status} == ${job.done}:
              break
          if ${status} not in ${job.pending}:
              raise RuntimeError(f"The job ended: {output}")
    `,
    when(
      job.resultApart,
      py`
        response = requests.get(${job.query === '' ? py`job_url` : py`job_url + ${job.query}`}, headers=headers)
        response.raise_for_status()
        output = response.json()
      `,
    ),
  ])
}

function addressCode({ look }: Job, base: string): Block {
  if ('id' in look) return py`${`${base}${look.before}`} + ${pathCode(py`job`, look.id, 'python')}`
  return py`${base} + urlparse(${pathCode(py`job`, look.pathOf, 'python')}).path`
}

function resultCode(result: Result): Block {
  switch (result.kind) {
    case 'chat':
      return py`
        print(output["choices"][0]["message"])
      `
    case 'json':
      return py`
        print(output)
      `
    case 'bytes':
      return py`
        with open(${result.file}, "wb") as f:
            f.write(content)
      `
    case 'base64':
      return py`
        with open(${result.file}, "wb") as f:
            f.write(base64.b64decode(${pathCode(py`output`, result.at, 'python')}))
      `
    case 'link':
      return py`
        ${linkCode(result)}
        with open(${result.file}, "wb") as f:
            f.write(requests.get(link).content)
      `
  }
}

function linkCode(result: Extract<Result, { kind: 'base64' | 'link' }>): Block {
  const { at, orKey } = result
  const found =
    orKey === undefined
      ? pathCode(py`output`, at, 'python')
      : pathCode(py`(output.get(${at[0] ?? ''}) or output[${orKey}])`, at.slice(1), 'python')
  if (!result.mayBeList) return py`link = ${found}`
  return py`
    link = ${found}
    if isinstance(link, list):
        link = link[0]
  `
}
