import { authorization, type Block, document, type Json, lines, sh, when } from '../../code/index.ts'
import type { Note } from '../../library.ts'
import { holdsFile } from '../bodies/body.ts'
import { buildRequest, type BuiltRequest } from '../build-request.ts'
import { isAddress, uploadName } from '../media-type.ts'
import type { CheckedCall } from '../resolve-call.ts'
import { templateNames } from '../templates.ts'
import { type BodyValue, InputFile } from '../types.ts'
import type { Client, ClientDraft } from './client.ts'

/** The shell with curl. */
export const curlClient: Client = {
  language: 'shell',
  client: 'curl',
  title: 'curl',
  templates: Object.fromEntries(templateNames.map((name) => [name, curlSnippet])),
}

function curlSnippet(call: CheckedCall): ClientDraft {
  const built = withStreamFlag(buildRequest(call, 'raw'))
  const { request, result } = built
  const { body } = request
  const options: (Block | undefined)[] = [
    sh`curl ${when(request.streams, sh`-N `)}${request.url}`,
    sh`-X POST`,
    sh`-H ${authorization(request.auth.scheme, request.auth.env)}`,
    ...request.headers.map(({ name, value }) => sh`-H ${`${name}: ${value}`}`),
    ...dataOptions(body),
    when(result.kind === 'bytes' && !result.job, sh`--output ${result.kind === 'bytes' ? result.file : ''}`),
  ]
  const command = options.reduce<Block>(
    (all, option, index) =>
      option === undefined
        ? all
        : index === 0
          ? option
          : sh`
              ${all} \
                  ${option}
            `,
    sh``,
  )
  const downloaded = downloadOf(body)
  const code =
    body.kind === 'json' && holdsFile(body.value)
      ? sh`
          {
              ${lines('shell', pieces(body.value))}
          } | ${command}
        `
      : downloaded !== null
        ? sh`curl -sSL ${downloaded} | ${command}`
        : command
  return { code, install: {}, built, notes: notesOf(built) }
}

/** In the shell, the streaming switch is always printed, so that changing it means editing one word. */
function withStreamFlag(built: BuiltRequest): BuiltRequest {
  const { body } = built.request
  if (built.result.kind !== 'chat' || body.kind !== 'json') return built
  const value = { ...(body.value as Readonly<Record<string, BodyValue>>), stream: built.request.streams }
  return { ...built, request: { ...built.request, body: { kind: 'json', value } } }
}

function dataOptions(body: BuiltRequest['request']['body']): Block[] {
  if (body.kind === 'file') return [sh`--data-binary ${isAddress(body.file) ? '@-' : `@${localName(body.file)}`}`]
  if (body.kind === 'form')
    return [
      ...body.files.map(
        ({ name, file, contentType }) =>
          sh`-F ${`${name}=@${isAddress(file) ? `-;filename=${formName(uploadName(file))}` : formName(file)};type=${contentType}`}`,
      ),
      ...body.fields.map(({ name, value }) => sh`--form-string ${`${name}=${value}`}`),
    ]
  if (holdsFile(body.value)) return [sh`--data-binary @-`]
  return [sh`-d ${document(body.value as Json)}`]
}

/** The file that is downloaded first and streamed into the request. */
function downloadOf(body: BuiltRequest['request']['body']): string | null {
  const file = body.kind === 'file' ? body.file : body.kind === 'form' ? (body.files[0]?.file ?? '') : ''
  return isAddress(file) ? file : null
}

/** A lone dash would mean standard input. */
function localName(file: string): string {
  return file.startsWith('-') ? `./${file}` : file
}

/** curl ends a file name at a comma or semicolon unless it is quoted. */
function formName(file: string): string {
  const name = localName(file)
  return /[",;\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name
}

/** A body with files, in pieces: literal text, and the expansion of each file. Command arguments are too short for files. */
function pieces(value: BodyValue): Block[] {
  const found: (string | InputFile)[] = []
  const say = (text: string) => {
    const last = found.at(-1)
    if (typeof last === 'string') found[found.length - 1] = last + text
    else found.push(text)
  }
  const walk = (item: BodyValue) => {
    if (item instanceof InputFile) {
      say(item.as === 'base64' ? '"' : `"data:${item.contentType};base64,`)
      found.push(item)
      say('"')
    } else if (Array.isArray(item)) {
      say('[')
      for (const [index, each] of (item as readonly BodyValue[]).entries()) {
        if (index > 0) say(',')
        walk(each)
      }
      say(']')
    } else if (typeof item === 'object' && item !== null) {
      say('{')
      for (const [index, [key, each]] of Object.entries(item as Readonly<Record<string, BodyValue>>).entries()) {
        say(`${index > 0 ? ',' : ''}${JSON.stringify(key)}:`)
        walk(each)
      }
      say('}')
    } else say(JSON.stringify(item))
  }
  walk(value)
  return found.map((piece) => {
    if (typeof piece === 'string') return sh`printf '%s' ${escapedJson(piece)}`
    if (isAddress(piece.file)) return sh`curl -sSL ${piece.file} | base64 | tr -d '\n'`
    return sh`base64 < ${piece.file} | tr -d '\n'`
  })
}

/** Characters that cannot occur unescaped in a shell word become JSON escapes: in this text, they occur only inside strings. */
function escapedJson(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}']|(?! )\p{Zs}/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

function notesOf({ result }: BuiltRequest): Note[] {
  if (result.job)
    return [
      {
        code: 'answer-is-job',
        text: 'The answer is a job, not the result: it names where to look, with the same Authorization, until it is done. The other languages do so.',
      },
    ]
  if (result.kind === 'base64')
    return [{ code: 'answer-encoded', text: `The answer is JSON; ${result.at.join('.')} in it is the file, as base64.` }]
  if (result.kind === 'link')
    return [{ code: 'answer-is-link', text: `The answer is JSON; ${result.at.join('.')} in it is the address of the file.` }]
  return []
}
