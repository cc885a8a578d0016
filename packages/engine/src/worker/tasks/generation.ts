import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '@portolan/hub'
import type { Answer } from '../../protocol.ts'
import { InputError } from '../input-error.ts'
import { booleanIn, integerIn, numberIn, oneText } from '../inputs.ts'
import type { TaskContext } from '../run-task.ts'
import type { Model, Tokenizer } from '../runtime.ts'
import { TextStream } from '../text-stream.ts'

/** Default number of new tokens. */
const defaultNewTokens = { text: 256, chat: 512 }

/** Continues a text. `return_full_text` prepends the prompt to the answer, not to the stream. */
export async function textGeneration(context: TaskContext): Promise<Answer> {
  const prompt = oneText(context.job.inputs)
  const full = booleanIn(context.job.parameters, 'return_full_text') === true
  const { text, ...rest } = await generate(context, prompt, addsSpecialTokens(context.pipeline.tokenizer), defaultNewTokens.text)
  return { type: 'result', value: { generated_text: full ? prompt + text : text }, ...rest }
}

/** Answers in a chat, using the model's own template; a model without one continues the turns, written one per line. */
export async function chat(context: TaskContext): Promise<Answer> {
  const turns = turnsOf(context.job.messages ?? [])
  const tokenizer = needTokenizer(context.pipeline.tokenizer)
  const template = templateFile(context.job.model)
  const hasTemplate = template !== null || (tokenizer.chat_template !== undefined && tokenizer.chat_template !== null)
  const tools = context.job.parameters['tools']
  const prompt = hasTemplate
    ? applyTemplate(tokenizer, turns, Array.isArray(tools) && tools.length > 0 ? tools : null, template)
    : turns.map(({ content }) => content).join('\n')
  const special = hasTemplate ? false : addsSpecialTokens(tokenizer)
  const { text, ...rest } = await generate(context, prompt, special, defaultNewTokens.chat)
  return { type: 'result', value: { generated_text: text }, ...rest }
}

async function generate(context: TaskContext, prompt: string, addSpecialTokens: boolean, defaultTokens: number) {
  const { pipeline, runtime, signal, onText } = context
  const { parameters } = context.job
  const tokenizer = needTokenizer(pipeline.tokenizer)
  const encoded = tokenizer(prompt, { add_special_tokens: addSpecialTokens, padding: true, truncation: false })
  const promptTokens = encoded.input_ids.dims.at(-1) ?? 0
  if (promptTokens === 0) throw new InputError('The prompt is empty.')
  const room = roomFor(pipeline.model, promptTokens)
  const asked = integerIn(parameters, 'max_new_tokens', 1, 1_000_000) ?? integerIn(parameters, 'max_tokens', 1, 1_000_000) ?? defaultTokens
  const maxNewTokens = Math.min(asked, room)
  const interrupt = new runtime.InterruptableStoppingCriteria()
  const stream = new TextStream(tokenizer, stopTexts(parameters), onText, () => interrupt.interrupt())
  const onAbort = () => interrupt.interrupt()
  signal.addEventListener('abort', onAbort, { once: true })
  const seed = integerIn(parameters, 'seed', 0, Number.MAX_SAFE_INTEGER)
  if (seed !== undefined) runtime.random?.seed(seed)
  try {
    await pipeline.model.generate({
      ...encoded,
      ...samplingOf(parameters),
      max_new_tokens: maxNewTokens,
      streamer: stream,
      stopping_criteria: interrupt,
    })
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  signal.throwIfAborted()
  const cut = stream.tokens >= maxNewTokens && !stream.stopped && !endsBy(pipeline.model, stream.lastToken)
  return {
    text: stream.text,
    usage: { promptTokens, completionTokens: stream.tokens },
    finishReason: cut ? ('length' as const) : ('stop' as const),
  }
}

/** Maps the hub client's parameters to those of the library. Setting a temperature enables sampling. */
export function samplingOf(parameters: Readonly<Record<string, Json>>): Record<string, unknown> {
  const temperature = numberIn(parameters, 'temperature', 0, 100)
  const topP = numberIn(parameters, 'top_p', 0, 1)
  const topK = integerIn(parameters, 'top_k', 0, 1_000_000)
  const sample = booleanIn(parameters, 'do_sample') ?? (temperature === undefined ? undefined : temperature > 0)
  const repetition = numberIn(parameters, 'repetition_penalty', 0.01, 100)
  const noRepeat = integerIn(parameters, 'no_repeat_ngram_size', 0, 1000)
  const minNew = integerIn(parameters, 'min_new_tokens', 0, 1_000_000)
  return {
    ...(sample !== undefined && { do_sample: sample }),
    ...(temperature !== undefined && temperature > 0 && { temperature }),
    ...(topP !== undefined && topP > 0 && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
    ...(repetition !== undefined && { repetition_penalty: repetition }),
    ...(noRepeat !== undefined && { no_repeat_ngram_size: noRepeat }),
    ...(minNew !== undefined && { min_new_tokens: minNew }),
  }
}

function stopTexts(parameters: Readonly<Record<string, Json>>): string[] {
  const value = parameters['stop'] ?? parameters['stop_sequences']
  if (value === undefined || value === null) return []
  const list: readonly Json[] = Array.isArray(value) ? value : [value as Json]
  if (list.length > 16) throw new InputError('stop can have at most 16 strings.')
  return list.map((text) => oneText(text, 'stop')).filter((text) => text !== '')
}

interface Turn {
  readonly role: string
  readonly content: string
}

/** OpenAI-style messages with their text parts joined. @throws {InputError} */
function turnsOf(messages: readonly Json[]): Turn[] {
  if (messages.length === 0) throw new InputError('messages must contain at least one message.')
  return messages.map((message) => {
    const { role, content, ...rest } = (message ?? {}) as Record<string, Json>
    if (typeof role !== 'string') throw new InputError('Each message must have a role.')
    return { ...rest, role, content: contentOf(content ?? null) }
  })
}

function contentOf(content: Json): string {
  if (content === null) return ''
  if (typeof content === 'string') return oneText(content, 'content')
  if (!Array.isArray(content)) throw new InputError('The content of a message must be a string or a list of parts.')
  const parts = content.map((part: Json) => {
    const { type, text } = (part ?? {}) as Record<string, Json>
    if (type !== 'text') throw new InputError(`The local engine supports only text parts, not ${JSON.stringify(type ?? null)}.`)
    return oneText(text ?? null, 'text')
  })
  return parts.join('\n')
}

/** The template file next to the tokenizer, where newer models have it; the library only reads the one inside. As in Python, the file wins. */
function templateFile(model: string): string | null {
  const path = join(process.cwd(), model, 'chat_template.jinja')
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function applyTemplate(tokenizer: Tokenizer, turns: readonly Turn[], tools: readonly Json[] | null, template: string | null): string {
  try {
    return tokenizer.apply_chat_template(turns, {
      tokenize: false,
      add_generation_prompt: true,
      ...(tools && { tools }),
      ...(template !== null && { chat_template: template }),
    })
  } catch (error) {
    // Templates reject what they do not support: two consecutive user turns, a system turn.
    throw new InputError(`The model's chat template rejects these messages: ${String((error as Error).message).slice(0, 200)}`)
  }
}

/** Tokens that still fit after the prompt. @throws {InputError} if none do */
function roomFor({ config }: Model, promptTokens: number): number {
  const inner = (config['text_config'] ?? {}) as Record<string, unknown>
  const length = [config['max_position_embeddings'], config['n_positions'], config['n_ctx'], inner['max_position_embeddings']].find(
    (value): value is number => typeof value === 'number' && value > 0,
  )
  if (length === undefined) return 1_000_000
  if (promptTokens >= length)
    throw new InputError(
      `The prompt has ${promptTokens} tokens; the context of the model is limited to ${length}, including the completion.`,
    )
  return length - promptTokens
}

function endsBy({ generation_config, config }: Model, token: number | null): boolean {
  const ends = [generation_config?.['eos_token_id'] ?? config['eos_token_id'] ?? []].flat()
  return token !== null && ends.some((end) => Number(end) === token)
}

/** Whether to prepend the tokenizer's special tokens to plain text. */
function addsSpecialTokens(tokenizer: Tokenizer | undefined): boolean {
  return tokenizer?.add_bos_token === true || tokenizer?.add_eos_token === true
}

function needTokenizer(tokenizer: Tokenizer | undefined): Tokenizer {
  if (!tokenizer) throw new InputError('The model has no tokenizer.')
  return tokenizer
}
