import { HubError, type OrgRole } from '@portolan/contract'
import { type Actor, findAccount, listMembers, listOrgsOf } from '../accounts/index.ts'
import type { Hub } from '../hub.ts'
import { listLikes } from '../likes/index.ts'
import { listRepos } from '../search/index.ts'
import { type RepoCardView, toRepoCard } from './repo-view.ts'

export interface AccountPage {
  readonly name: string
  readonly fullname: string
  readonly kind: 'user' | 'org'
  readonly bio: string | null
  readonly website: string | null
  readonly joinedAt: string
  readonly models: readonly RepoCardView[]
  readonly datasets: readonly RepoCardView[]
  readonly spaces: readonly RepoCardView[]
  readonly likes: readonly RepoCardView[]
  readonly orgs: readonly { readonly name: string; readonly fullname: string; readonly role: OrgRole }[]
  readonly members: readonly { readonly name: string; readonly fullname: string; readonly role: OrgRole }[]
  readonly isOwn: boolean
  readonly canManage: boolean
}

/** The page of a user or an organisation. @throws {HubError} `account.not_found` */
export async function accountPage(hub: Hub, actor: Actor, name: string): Promise<AccountPage> {
  const account = await findAccount(hub, name)
  if (!account) throw new HubError('account.not_found')
  const list = async (type: 'model' | 'dataset' | 'space') =>
    (await listRepos(hub, actor, { type, author: account.name, sort: 'updated', limit: 30 })).repos.map(toRepoCard)
  const isUser = account.kind === 'user'
  const viewer = actor.kind === 'user' ? actor : null
  return {
    name: account.name,
    fullname: account.fullname,
    kind: account.kind,
    bio: account.bio,
    website: account.website,
    joinedAt: account.createdAt.toISOString(),
    models: await list('model'),
    datasets: await list('dataset'),
    spaces: await list('space'),
    likes: isUser ? (await listLikes(hub, actor, account.id, { limit: 20 })).items.map(({ repo }) => toRepoCard(repo)) : [],
    orgs: isUser ? (await listOrgsOf(hub, account.id)).map(({ org, role }) => ({ name: org.name, fullname: org.fullname, role })) : [],
    members: isUser
      ? []
      : (await listMembers(hub, account.name)).map(({ account: member, role }) => ({ name: member.name, fullname: member.fullname, role })),
    isOwn: viewer?.userId === account.id,
    canManage:
      viewer !== null && !isUser && (viewer.isAdmin || viewer.orgs.some((org) => org.orgId === account.id && org.role === 'admin')),
  }
}
