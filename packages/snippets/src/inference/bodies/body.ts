import type { Json } from '../../code/index.ts'
import { isAddress } from '../media-type.ts'
import type { CheckedCall } from '../resolve-call.ts'
import type { Result } from '../result.ts'
import { type BodyValue, InputFile, type RequestBody } from '../types.ts'

/**
 * The client a request is built for. `raw` is what curl, fetch and requests send. The two hub clients send the same, except where their current
 * releases differ.
 */
export type Dialect = 'raw' | 'python' | 'javascript'

export interface BuiltCall {
  /** Relative to the provider's base, without a leading slash. Default: the provider's route for the task. */
  readonly path?: string
  readonly query?: string
  readonly body: RequestBody
  readonly result: Result
}

export type BodyBuilder = (call: CheckedCall, dialect: Dialect) => BuiltCall

/** A provider does not accept the call's input. */
export class UnfitInput extends Error {}

export function jsonBody(value: BodyValue): RequestBody {
  return { kind: 'json', value }
}

/** The text of a call, for a task that takes one. */
export function textOf({ input }: CheckedCall): Json {
  if (input.shape !== 'text' && input.shape !== 'labels') throw new TypeError(`No text in a call of shape ${input.shape}`)
  return input.text
}

/** The file of a call, for a task that takes one. */
export function fileOf({ input }: CheckedCall): { readonly file: string; readonly contentType: string } {
  if (!('file' in input)) throw new TypeError(`No file in a call of shape ${input.shape}`)
  return input
}

/**
 * The file as a data URL; a URL stays as is, because a provider that accepts one accepts the other. The JavaScript hub client is given bytes in
 * either case.
 */
export function dataUrlOf(call: CheckedCall, dialect: Dialect, contentType?: string): BodyValue {
  const { file, contentType: own } = fileOf(call)
  return isAddress(file) && dialect !== 'javascript' ? file : new InputFile(file, 'data-url', contentType ?? own)
}

export function base64Of(call: CheckedCall): InputFile {
  const { file, contentType } = fileOf(call)
  return new InputFile(file, 'base64', contentType)
}

/** A parameter under another name, if it is given. */
export function renamed(parameters: Readonly<Record<string, Json>>, from: string, to: string): Record<string, Json> {
  return Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key === from ? to : key, value]))
}

export function without(parameters: Readonly<Record<string, Json>>, ...names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(Object.entries(parameters).filter(([key]) => !names.includes(key)))
}

/** Whether a body references a file anywhere. */
export function holdsFile(value: BodyValue): boolean {
  if (value instanceof InputFile) return true
  if (Array.isArray(value)) return (value as readonly BodyValue[]).some(holdsFile)
  return typeof value === 'object' && value !== null && Object.values(value as Readonly<Record<string, BodyValue>>).some(holdsFile)
}

/** The files that a body references, once each, in order. */
export function filesOf(body: RequestBody): string[] {
  if (body.kind === 'file') return [body.file]
  if (body.kind === 'form') return body.files.map(({ file }) => file)
  const found: string[] = []
  const look = (value: BodyValue) => {
    if (value instanceof InputFile) found.push(value.file)
    else if (Array.isArray(value)) for (const item of value as readonly BodyValue[]) look(item)
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value as Readonly<Record<string, BodyValue>>)) look(item)
  }
  look(body.value)
  return [...new Set(found)]
}
