import { HubError } from '@portolan/contract'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { rawPath } from './raw-path.ts'

/** Booleans in the clients' formats: `true`, `True`, `1`, or the bare name. */
export function flag(c: Context, name: string): boolean {
  const value = c.req.query(name)
  return value !== undefined && !/^(false|0|no)$/i.test(value)
}

/** Like {@link flag}, with `undefined` for a missing parameter. */
export function optionalFlag(c: Context, name: string): boolean | undefined {
  return c.req.query(name) === undefined ? undefined : flag(c, name)
}

/** A repeated parameter, which may also be written `name[]`. */
export function list(c: Context, name: string): string[] {
  return [...(c.req.queries(name) ?? []), ...(c.req.queries(`${name}[]`) ?? [])].filter((value) => value !== '')
}

/** Like {@link list}, but one value may contain several, separated by commas. */
export function commaList(c: Context, name: string): string[] {
  return list(c, name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

/** The error for a value that a parameter does not have. Clients read the possible values from the quoted words after `expected one of`. */
export function notOneOf(parameter: string, values: Iterable<string>): HubError {
  const quoted = Array.from(values, (value) => `"${value}"`).join('|')
  return new HubError('query.invalid', { message: `Invalid option for ${parameter}: expected one of ${quoted}`, parameter })
}

/** An integer within bounds; values above the maximum are reduced to it. @throws {HubError} `query.invalid` */
export function whole(c: Context, name: string, bounds: { fallback: number; min: number; max: number }): number {
  const text = c.req.query(name)
  if (text === undefined || text === '') return bounds.fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < bounds.min)
    throw new HubError('query.invalid', { message: `${name} must be a whole number from ${bounds.min}`, parameter: name })
  return Math.min(value, bounds.max)
}

/**
 * Turns a cursor into the Link header of the next page: absolute, with all parameters of this page.
 * @param path of the next page, escaped, if different from this page's
 */
export function nextLink(c: Context<Env>, changes: Record<string, string>, path: string = rawPath(c)): string {
  const parameters = new URL(c.req.url).searchParams
  for (const [name, value] of Object.entries(changes)) parameters.set(name, value)
  return `<${c.var.origin}${path}?${parameters.toString()}>; rel="next"`
}
