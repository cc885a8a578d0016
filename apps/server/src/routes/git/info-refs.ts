import { HubError, repoPath, type RepoType } from '@portolan/contract'
import { encodePkt, flushPkt } from '@portolan/git'
import { advertiseFetch, type Hub } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../../env.ts'
import { gitHeaders } from '../../http/git-headers.ts'
import { isGitService, protocolVersion, requireGitRepo } from './auth.ts'
import { advertisePush } from './receive-pack.ts'

/** `GET …/info/refs?service=…`: the repo's refs and the service's capabilities (gitprotocol-http, "Discovering References"). */
export async function infoRefs(c: Context<Env>, hub: Hub, type: RepoType): Promise<Response> {
  const service = c.req.query('service')
  // Check access to the repo first: a stranger learns nothing from a malformed request.
  const { repo, movedFrom } = await requireGitRepo(c, hub, type, isGitService(service) ? service : 'git-upload-pack')
  if (!isGitService(service)) {
    throw new HubError('query.invalid', { message: 'This hub supports only the smart git protocol, which requires git 1.6.6 or later.' })
  }
  // Git uses the new address for its next requests only when nothing but the part before /info/refs differs.
  if (movedFrom !== null) return c.redirect(`${c.var.basePath}/${repoPath(repo)}.git/info/refs?service=${service}`, 307)
  const version = protocolVersion(c)
  const advertisement = service === 'git-upload-pack' ? await advertiseFetch(hub, repo, version) : await advertisePush(c, hub, repo)
  // Version 2 has its own first line.
  const banner = service === 'git-upload-pack' && version === 2 ? [] : [encodePkt(`# service=${service}\n`), flushPkt]
  return c.body(new Uint8Array(Buffer.concat([...banner, advertisement])), 200, gitHeaders(`${service}-advertisement`))
}
