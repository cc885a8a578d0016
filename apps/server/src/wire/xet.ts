import type { Repo } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { apiPath } from './repo-info.ts'

/** The chunk store's address for one user: clients cache chunk information per address. */
export function storeUrl(c: Context<Env>, store: string): string {
  return `${c.var.origin}/xet/${store}`
}

/** The address at which a client gets its next token. */
export function xetTokenUrl(c: Context<Env>, repo: Repo, operation: 'read' | 'write', revision: string): string {
  return `${c.var.origin}${apiPath(repo)}/xet-${operation}-token/${revision}`
}
