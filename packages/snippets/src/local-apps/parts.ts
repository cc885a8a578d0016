import { quantLabel } from '@portolan/gguf'
import { type Block, fill, lines, sh, when } from '../code/index.ts'
import { bestGgufFile, ggufParts } from '../facts/gguf-file.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import type { Draft, Note } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

/** The commands put files in this folder, below the working directory. */
const folder = 'model'

/** The GGUF file to run, and the quantization by which some programs select it. */
export interface ChosenFile {
  /** Path in the repository; `null` when no file is known. */
  readonly file: string | null
  /** Path after the download. */
  readonly path: string
  readonly quant: string | null
}

export function chooseFile(facts: ModelFacts): ChosenFile {
  const file = bestGgufFile(facts)
  return { file, path: `${folder}/${file ?? 'your-file.gguf'}`, quant: file === null ? null : quantLabel(file) }
}

/** `ID:QUANT`, or only the id if the file name contains no quantization: the program then chooses one itself. */
export function idWithQuant(facts: ModelFacts): string {
  const { quant } = chooseFile(facts)
  return quant === null ? facts.id : `${facts.id}:${quant}`
}

/** Whether programs that support only huggingface.co and its default branch fetch the files the page shows. */
export function isPublishedDefault(target: Target): boolean {
  return target.isHuggingFace && revisionOf(target) === null
}

/** The path of the downloaded file as a word; a placeholder if the file is not known. */
export function filePath(chosen: ChosenFile): Block {
  return chosen.file === null ? sh`${fill(chosen.path)}` : sh`${chosen.path}`
}

/** Downloads the chosen file, with all its parts, from the hub of the page. */
export function downloadStep(facts: ModelFacts, target: Target): Draft {
  const { file } = chooseFile(facts)
  const names = file === null ? sh` ${fill('your-file.gguf')}` : joined(ggufParts(file))
  return {
    id: 'download',
    title: 'Download the file from this hub',
    code: lines('shell', [shellEndpoint(target), sh`hf download ${facts.id}${names}${shellRevision(target)} --local-dir ${folder}`]),
    ...(file === null ? { notes: [{ code: 'file-missing', text: 'No GGUF file is known of this revision. Fill in its name.' }] } : {}),
  }
}

function joined(names: readonly string[]): Block {
  return names.reduce<Block>((all, name) => sh`${all} ${name}`, sh``)
}

/** Downloads the whole repository from the hub of the page. */
export function downloadAllStep(facts: ModelFacts, target: Target): Draft {
  return {
    id: 'download',
    title: 'Download the model from this hub',
    code: lines('shell', [shellEndpoint(target), sh`hf download ${facts.id}${shellRevision(target)} --local-dir ${folder}`]),
  }
}

/** For programs that only open models from huggingface.co. */
export function knowsOneHub(label: string, target: Target): Note[] {
  if (target.isHuggingFace)
    return [{ code: 'no-revision', text: `${label} opens the default branch only. Download the revision, and open the file in it.` }]
  return [
    {
      code: 'endpoint-ignored',
      text: `${label} fetches from huggingface.co only, not from this hub. Download the file, and open it in ${label}.`,
    },
  ]
}

/** A deep link if it leads to the files the page shows, otherwise the download. */
export function linkOrDownload(
  label: string,
  facts: ModelFacts,
  target: Target,
  link: string,
): { steps: readonly Draft[]; link?: string; notes?: readonly Note[] } {
  if (isPublishedDefault(target)) return { steps: [], link }
  const step = facts.hasGguf ? downloadStep(facts, target) : downloadAllStep(facts, target)
  return { steps: [step], notes: knowsOneHub(label, target) }
}

/** An id in a URL path: the slash stays, everything else is encoded. */
export function idInPath(facts: ModelFacts): string {
  return facts.id.split('/').map(queryValue).join('/')
}

/** A value in a URL: also encodes the marks that JavaScript's encoder leaves, because people paste links into shells and pages. */
export function queryValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** A call to an OpenAI-compatible server on the local machine. */
export function askServer(
  facts: ModelFacts,
  port: number,
  { model = facts.id, isChat = facts.isConversational }: { model?: string; isChat?: boolean } = {},
): Draft {
  const chat = { model, messages: [{ role: 'user', content: 'Which ocean is the deepest?' }] }
  const text = { model, prompt: 'Once upon a time', max_tokens: 512, temperature: 0.5 }
  const picture = {
    model,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Describe this image in one sentence.' },
          {
            type: 'image_url',
            image_url: {
              url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
            },
          },
        ],
      },
    ],
  }
  const body = !isChat ? text : facts.task === 'image-text-to-text' ? picture : chat
  const path = isChat ? 'chat/completions' : 'completions'
  return {
    id: `ask-${port}`,
    title: 'Ask it, from a second terminal',
    code: sh`
      curl ${`http://localhost:${port}/v1/${path}`} \
          -H "Content-Type: application/json" \
          --data ${JSON.stringify(body)}
    `,
  }
}

/** Passes the token to containers by name: docker copies the value from the shell's environment. */
export function containerVariables(target: Target): Block {
  return sh`--env HF_TOKEN${when(!target.isHuggingFace, sh` --env HF_ENDPOINT`)}`
}

/** In a container, `localhost` is the container. */
export function containerNotes(target: Target): Note[] {
  const host = URL.parse(target.endpoint)?.hostname ?? ''
  const isLocal = host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]'
  if (!isLocal) return []
  return [
    {
      code: 'endpoint-ignored',
      text: `Inside a container ${host} is the container itself. Set HF_ENDPOINT to an address of this hub that containers reach.`,
    },
  ]
}
