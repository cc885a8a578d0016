import { HubError } from '@portolan/contract'
import { GitProtocolError } from '@portolan/git'
import type { Hub } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { errorResponse } from './error-response.ts'

/** True for addresses that git itself calls. */
export function isGitWire(path: string): boolean {
  return /\/(?:info\/refs|git-(?:upload|receive)-pack)$/.test(path)
}

/** The error response for git clients: plain text, which git shows to its user. */
export async function gitErrorResponse(error: Error, c: Context<Env>, hub: Hub): Promise<Response> {
  const known = error instanceof GitProtocolError ? new HubError('git.protocol', { message: error.message }) : error
  const answer = errorResponse(known, c, hub)
  const body = await answer.text()
  const message = body === '' ? '' : `${(JSON.parse(body) as { error: string }).error}\n`
  const headers = new Headers(answer.headers)
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  headers.delete('Content-Length')
  return new Response(message, { status: answer.status, headers })
}
