import type { EngineFile, Json } from '@portolan/hub'
import { InputError } from './input-error.ts'

/** Characters per text: what tokenizers process in an instant. */
const maxTextChars = 200_000
/** Texts or labels per call. */
const maxTexts = 256

/** The input as one text. */
export function oneText(inputs: Json | EngineFile, what = 'inputs'): string {
  if (typeof inputs !== 'string') throw new InputError(`${what} must be a string.`)
  if (inputs.length > maxTextChars) throw new InputError(`${what} has ${inputs.length} characters; at most ${maxTextChars} are allowed.`)
  return inputs
}

/** The input as one text or several. */
export function texts(inputs: Json | EngineFile, what = 'inputs'): { readonly list: string[]; readonly single: boolean } {
  if (typeof inputs === 'string') return { list: [oneText(inputs, what)], single: true }
  if (!Array.isArray(inputs) || inputs.length === 0) throw new InputError(`${what} must be a string or a list of strings.`)
  if (inputs.length > maxTexts) throw new InputError(`${what} has ${inputs.length} strings; at most ${maxTexts} are allowed per call.`)
  return { list: inputs.map((text: Json) => oneText(text, `each of ${what}`)), single: false }
}

/** The input as an object with named fields. */
export function record(inputs: Json | EngineFile, form: string): Readonly<Record<string, Json>> {
  if (typeof inputs !== 'object' || inputs === null || Array.isArray(inputs) || isFile(inputs))
    throw new InputError(`inputs must be ${form}.`)
  return inputs as Readonly<Record<string, Json>>
}

export function isFile(inputs: Json | EngineFile): inputs is EngineFile {
  return typeof inputs === 'object' && inputs !== null && 'bytes' in inputs && inputs.bytes instanceof Uint8Array
}

/**
 * A picture or a sound: the body itself, or base64 text as the clients send it, bare or as a data URL. Never a URL to fetch or a path to open:
 * nothing is downloaded for anyone, and no file is opened.
 */
export function fileBytes(inputs: Json | EngineFile, what: string): Uint8Array {
  if (isFile(inputs)) return inputs.bytes
  if (typeof inputs !== 'string') throw new InputError(`inputs must be ${what}: its bytes as the body, or a base64 string.`)
  const base64 = inputs.replace(/^data:[^,]{0,200};base64,/, '')
  if (/^https?:/i.test(base64)) throw new InputError(`inputs is a URL. Send ${what} itself; the hub does not fetch URLs.`)
  if (!/^[A-Za-z0-9+/_\s-]+={0,2}\s*$/.test(base64)) throw new InputError(`inputs is not ${what}: it is neither bytes nor a base64 string.`)
  return Buffer.from(base64, 'base64')
}

/** A number among the parameters, `undefined` if missing. */
export function numberIn(parameters: Readonly<Record<string, Json>>, name: string, min: number, max: number): number | undefined {
  const value = parameters[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value) || value < min || value > max)
    throw new InputError(`${name} must be a number from ${min} to ${max}.`)
  return value
}

/** An integer among the parameters, `undefined` if missing. */
export function integerIn(parameters: Readonly<Record<string, Json>>, name: string, min: number, max: number): number | undefined {
  const value = numberIn(parameters, name, min, max)
  if (value !== undefined && !Number.isInteger(value)) throw new InputError(`${name} must be a whole number.`)
  return value
}

export function booleanIn(parameters: Readonly<Record<string, Json>>, name: string): boolean | undefined {
  const value = parameters[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw new InputError(`${name} must be true or false.`)
  return value
}

export function textIn(parameters: Readonly<Record<string, Json>>, name: string): string | undefined {
  const value = parameters[name]
  return value === undefined || value === null ? undefined : oneText(value, name)
}

/** `candidate_labels`: a list of texts, or one comma-separated text. */
export function candidateLabels(parameters: Readonly<Record<string, Json>>): string[] {
  const value = parameters['candidate_labels'] ?? parameters['candidateLabels']
  if (value === undefined || value === null) throw new InputError('parameters.candidate_labels is required and must be a list of labels.')
  const labels = typeof value === 'string' ? value.split(',').map((label) => label.trim()) : texts(value, 'candidate_labels').list
  if (labels.length === 0 || labels.some((label) => label === '')) throw new InputError('candidate_labels must be a list of labels.')
  return labels
}
