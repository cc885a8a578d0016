import { authorization, type Block, js, json, lines, when } from '../../code/index.ts'
import { filesOf } from '../bodies/body.ts'
import { type BuiltRequest, buildRequest } from '../build-request.ts'
import { isAddress, uploadName } from '../media-type.ts'
import { keyCode, objectCode, pathCode, valueCode } from '../print-value.ts'
import type { CheckedCall } from '../resolve-call.ts'
import type { Job, Result } from '../result.ts'
import { templateNames } from '../templates.ts'
import type { BodyValue } from '../types.ts'
import type { Client, ClientDraft } from './client.ts'
import { nodeImport, withSteps } from './js-hub.ts'

/** JavaScript with Node's fetch. */
export const fetchClient: Client = {
  language: 'javascript',
  client: 'fetch',
  title: 'fetch',
  templates: Object.fromEntries(templateNames.map((name) => [name, fetchSnippet])),
}

function fetchSnippet(given: CheckedCall): ClientDraft {
  const built = buildRequest(withSteps(given), 'raw')
  const { request, result } = built
  const reads = filesOf(request.body).some((file) => !isAddress(file))
  const writes = result.kind === 'bytes' || result.kind === 'base64' || result.kind === 'link'
  const code = lines(
    'javascript',
    [
      nodeImport([...(reads ? ['readFileSync'] : []), ...(writes ? ['writeFileSync'] : [])]),
      lines('javascript', [when(result.job, headersCode(built)), queryCode(built)], 1),
      callCode(built),
    ],
    1,
  )
  return { code, install: {}, built }
}

function headerFields({ request }: BuiltRequest): Block {
  return lines('javascript', [
    js`Authorization: ${authorization(request.auth.scheme, request.auth.env)},`,
    ...request.headers.map(({ name, value }) => js`${keyCode(name, 'javascript')}: ${value},`),
  ])
}

function headersCode(built: BuiltRequest): Block {
  return js`
    const headers = {
        ${headerFields(built)}
    }
  `
}

function queryCode(built: BuiltRequest): Block {
  const { request, result } = built
  const { body, streams } = request
  const sent = body.kind === 'json' ? js`JSON.stringify(data)` : js`data`
  const answer = streams
    ? js`response.body`
    : result.kind === 'bytes'
      ? js`Buffer.from(await response.arrayBuffer())`
      : js`await response.json()`
  const headers = result.job
    ? js`headers,`
    : js`
        headers: {
            ${headerFields(built)}
        },
      `
  return js`
    async function query(data) {
        const response = await fetch(${request.url}, {
            method: "POST",
            ${headers}
            body: ${sent},
        })
        if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`)
        return ${answer}
    }
  `
}

function callCode({ request, result, base }: BuiltRequest): Block {
  const argument = dataCode(request.body)
  const form = request.body.kind === 'form' ? formCode(request.body) : undefined
  if (request.streams)
    return js`
      const stream = await query(${argument})

      let rest = ""
      for await (const text of stream.pipeThrough(new TextDecoderStream())) {
          const lines = (rest + text).split("\n")
          rest = lines.pop() ?? ""
          for (const line of lines) {
              const data = line.replace(/^data:/, "").trim()
              if (!line.startsWith("data:") || data === "[DONE]") continue
              process.stdout.write(JSON.parse(data).choices[0]?.delta?.content ?? "")
          }
      }
    `
  const name = result.job ? js`job` : js`output`
  return lines(
    'javascript',
    [
      lines('javascript', [form, js`const ${name} = await query(${argument})`, when(!result.job, resultCode(result))]),
      jobCode(result, base),
      when(result.job, resultCode(result)),
    ],
    1,
  )
}

function dataCode(body: BuiltRequest['request']['body']): Block {
  if (body.kind === 'form') return js`form`
  if (body.kind === 'file')
    return isAddress(body.file) ? js`await (await fetch(${body.file})).arrayBuffer()` : js`readFileSync(${body.file})`
  const { value } = body
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
    ? objectCode(value as Readonly<Record<string, BodyValue>>, 'javascript')
    : valueCode(value, 'javascript')
}

function formCode({ fields, files }: Extract<BuiltRequest['request']['body'], { kind: 'form' }>): Block {
  return lines('javascript', [
    js`const form = new FormData()`,
    ...files.map(({ name, file, contentType }) => {
      const bytes = isAddress(file) ? js`await (await fetch(${file})).arrayBuffer()` : js`readFileSync(${file})`
      return js`form.append(${name}, new Blob([${bytes}], { type: ${contentType} }), ${uploadName(file)})`
    }),
    ...fields.map(({ name, value }) => js`form.append(${name}, ${value})`),
  ])
}

function jobCode({ job }: Result, base: string): Block | undefined {
  if (!job) return undefined
  const status = pathCode(js`output`, job.status, 'javascript')
  const look = job.resultApart ? js`jobUrl + ${`/status${job.query}`}` : js`jobUrl`
  return lines('javascript', [
    js`const jobUrl = ${addressCode(job, base)}`,
    js`
      let output
      do {
          await new Promise((resolve) => setTimeout(resolve, ${json(job.seconds * 1000)}))
          const response = await fetch(${look}, { headers })
          if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`)
          output = await response.json()
      } while (${job.pending}.includes(${status}))
      if (${status} !== ${job.done}) throw new Error(\`The job ended: \${JSON.stringify(output)}\`)
    `,
    when(
      job.resultApart,
      js`output = await (await fetch(${job.query === '' ? js`jobUrl` : js`jobUrl + ${job.query}`}, { headers })).json()`,
    ),
  ])
}

function addressCode({ look }: Job, base: string): Block {
  if ('id' in look) return js`${`${base}${look.before}`} + ${pathCode(js`job`, look.id, 'javascript')}`
  return js`${base} + new URL(${pathCode(js`job`, look.pathOf, 'javascript')}).pathname`
}

function resultCode(result: Result): Block {
  switch (result.kind) {
    case 'chat':
      return js`console.log(output.choices[0].message)`
    case 'json':
      return js`console.log(JSON.stringify(output))`
    case 'bytes':
      return js`writeFileSync(${result.file}, output)`
    case 'base64':
      return js`writeFileSync(${result.file}, ${pathCode(js`output`, result.at, 'javascript')}, "base64")`
    case 'link': {
      const { at, orKey } = result
      const found =
        orKey === undefined
          ? pathCode(js`output`, at, 'javascript')
          : pathCode(
              js`(${pathCode(js`output`, at.slice(0, 1), 'javascript')} ?? ${pathCode(js`output`, [orKey], 'javascript')})`,
              at.slice(1),
              'javascript',
            )
      return js`
        const link = ${result.mayBeList ? js`[${found}].flat()[0]` : found}
        writeFileSync(${result.file}, Buffer.from(await (await fetch(link)).arrayBuffer()))
      `
    }
  }
}
