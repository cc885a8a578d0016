import { type Hub, listFiles, listRefs, readRepoFacts, requireRepo, resolveRevision, type Repo } from '@portolan/hub'
import { devices, javascriptManagers, pythonManagers, type Target, targetFor } from '@portolan/snippets'
import type { Context } from 'hono'
import type { Env } from '../../env.ts'
import { notOneOf } from '../../http/query.ts'
import { toWireRepoInfo } from '../../wire/repo-info.ts'

/** The model to print code for, and the target environment. */
export interface PrintTarget {
  readonly repo: Repo
  /** The record as the API returns it. */
  readonly record: ReturnType<typeof toWireRepoInfo>
  readonly revision: string
  readonly commit: string
  readonly target: Target
}

/**
 * Reads the model from the path, and `revision`, `python`, `javascript`, and `device` from the query.
 * @throws {HubError} `repo.not_found`, `revision.not_found`, `query.invalid`
 */
export async function printTarget(hub: Hub, c: Context<Env>): Promise<PrintTarget> {
  const repo = await requireRepo(hub, c.var.actor, 'model', `${c.req.param('owner')}/${c.req.param('name')}`, 'read')
  const revision = c.req.query('revision') || 'main'
  const { commitOid } = await resolveRevision(hub, repo, revision)
  const { branches } = await listRefs(hub, repo)
  const target = targetFor(c.var.origin, {
    revision,
    pinned: !branches.some(({ name }) => name === revision),
    visibility: repo.visibility,
    gated: repo.gated,
    python: oneOf('python', c.req.query('python'), pythonManagers) ?? 'pip',
    javascript: oneOf('javascript', c.req.query('javascript'), javascriptManagers) ?? 'npm',
    device: oneOf('device', c.req.query('device'), devices) ?? 'auto',
  })
  const record = toWireRepoInfo(repo, {
    facts: await readRepoFacts(hub, repo),
    files: await listFiles(hub, repo, commitOid),
    sha: commitOid,
  })
  return { repo, record, revision, commit: commitOid, target }
}

/** True for programs that print the response, such as curl with `Accept: text/plain`. */
export function prefersText(accept: string | undefined): boolean {
  const [first = ''] = (accept ?? '').split(',')
  return first.trim().toLowerCase().startsWith('text/plain')
}

/** @throws {HubError} `query.invalid` for any other value */
export function oneOf<T extends string>(name: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined || value === '') return undefined
  const found = allowed.find((each) => each === value)
  if (found === undefined) throw notOneOf(name, allowed)
  return found
}
