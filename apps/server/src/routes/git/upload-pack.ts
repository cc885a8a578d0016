import { HubError, type RepoType } from '@portolan/contract'
import type { Hub, Repo } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../../env.ts'
import { requireGitRepo } from './auth.ts'

const notYet = 'This hub does not speak git yet. Download with:  hf download OWNER/NAME'

/** The refs of a repo and what fetching can do, in the protocol version that the client speaks. */
export async function advertiseFetch(_hub: Hub, _repo: Repo, _version: 0 | 1 | 2): Promise<Buffer> {
  throw new HubError('route.not_found', { message: notYet })
}

/** `POST …/git-upload-pack`: what `git fetch` and `git clone` ask for. */
export async function uploadPack(c: Context<Env>, hub: Hub, type: RepoType): Promise<Response> {
  await requireGitRepo(c, hub, type, 'git-upload-pack')
  throw new HubError('route.not_found', { message: notYet })
}
