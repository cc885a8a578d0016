import { HubError, type RepoType } from '@portolan/contract'
import { findRepo, type Hub, mayPush, requireAccess, type WithContent } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../../env.ts'

/** The services of git's smart protocol. */
export type GitService = 'git-upload-pack' | 'git-receive-pack'

export function isGitService(name: string | undefined): name is GitService {
  return name === 'git-upload-pack' || name === 'git-receive-pack'
}

/**
 * The repo of a git address, with an access check: fetching needs the same access as `resolve` (including the grant, for gated repos);
 * pushing needs write access or a pull request of the caller's own. Anonymous callers get 401 where credentials could help, so that git prompts.
 * @returns also the requested name, if the repo has since been renamed
 * @throws {HubError} like {@link findRepo} and {@link requireAccess}
 */
export async function requireGitRepo(
  c: Context<Env>,
  hub: Hub,
  type: RepoType,
  service: GitService,
): Promise<{ repo: WithContent; movedFrom: string | null }> {
  const name = `${c.req.param('owner')}/${c.req.param('name')?.replace(/\.git$/, '')}`
  const found = await findRepo(hub, c.var.actor, type, name)
  if (!found) throw new HubError('repo.not_found', { repo: name, type })
  // The author of a pull request may push to it without write access; which refs may move is checked per ref.
  const { repo, movedFrom } = found
  const reads = service === 'git-upload-pack' || (await mayPush(hub, c.var.actor, repo))
  requireAccess(c.var.actor, repo, reads ? 'content' : 'write')
  return { repo, movedFrom }
}

/** The highest protocol version the client offers that the hub supports: `version=2` in `Git-Protocol` (gitprotocol-http, gitprotocol-v2). */
export function protocolVersion(c: Context<Env>): 0 | 1 | 2 {
  const versions = (c.req.header('git-protocol') ?? '').split(':').flatMap((part) => /^version=([0-2])$/.exec(part)?.[1] ?? [])
  const highest = Math.max(0, ...versions.map(Number))
  return highest as 0 | 1 | 2
}
