import { HubError, type RepoType } from '@portolan/contract'
import type { Hub, Repo } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../../env.ts'
import { requireGitRepo } from './auth.ts'

const notYet = 'This hub does not take pushes of git yet. Upload with:  hf upload OWNER/NAME ./folder'

/** The refs of a repo and what a push can do. */
export async function advertisePush(_c: Context<Env>, _hub: Hub, _repo: Repo): Promise<Buffer> {
  throw new HubError('auth.forbidden', { message: notYet })
}

/** `POST …/git-receive-pack`: what `git push` sends. */
export async function receivePack(c: Context<Env>, hub: Hub, type: RepoType): Promise<Response> {
  await requireGitRepo(c, hub, type, 'git-receive-pack')
  throw new HubError('auth.forbidden', { message: notYet })
}
