import { HubError, type OrgRole, type RepoType } from '@portolan/contract'
import {
  type Actor,
  countMembers,
  findAccount,
  listMembers,
  listOrgsOf,
  collectionsOf,
  countFollowers,
  countFollowing,
  followedAmong,
  type Hub,
  listLikes,
  maySeeStorage,
  storageOf,
  listRepos,
} from '@portolan/hub'
import { type StorageView, toStorageView } from './admin-pages.ts'
import { type CollectionCardView, toCollectionCard } from './collection-pages.ts'
import { mayManage } from './people-pages.ts'
import { toCards } from './listing-page.ts'
import { type RepoCardView, toRepoCard } from './repo-view.ts'

export interface AccountPage {
  readonly name: string
  readonly fullname: string
  readonly kind: 'user' | 'org'
  /** A program's account. */
  readonly isRobot: boolean
  readonly bio: string | null
  readonly website: string | null
  readonly joinedAt: string
  /** The repos updated last. */
  readonly models: readonly RepoCardView[]
  readonly datasets: readonly RepoCardView[]
  readonly spaces: readonly RepoCardView[]
  /** How many of them the viewer may see. */
  readonly totals: Readonly<Record<RepoType, { readonly n: number; readonly exact: boolean }>>
  readonly likes: readonly RepoCardView[]
  readonly collections: readonly CollectionCardView[]
  readonly orgs: readonly { readonly name: string; readonly fullname: string; readonly role: OrgRole }[]
  readonly members: readonly { readonly name: string; readonly fullname: string; readonly role: OrgRole }[]
  readonly memberCount: number
  readonly followers: number
  readonly following: number
  readonly isFollowed: boolean
  readonly isOwn: boolean
  /** The viewer is a member of the organization. */
  readonly isMember: boolean
  readonly canManage: boolean
  /** Storage used by the account; for its members. */
  readonly storage: StorageView | null
}

const shownMembers = 12
const shownCollections = 30
/** Of each type; the listing has all of them, with its filters. */
const shownRepos = 10

/** The page of a user or an organization. @throws {HubError} `account.not_found` */
export async function accountPage(hub: Hub, actor: Actor, name: string): Promise<AccountPage> {
  const account = await findAccount(hub, name)
  if (!account) throw new HubError('account.not_found')
  const list = async (type: RepoType) => {
    const { repos, total } = await listRepos(hub, actor, {
      type,
      author: account.name,
      sort: 'updated',
      limit: shownRepos,
      withTotal: true,
    })
    return { cards: await toCards(hub, type, repos), total: total ?? { n: 0, exact: true } }
  }
  const [models, datasets, spaces] = [await list('model'), await list('dataset'), await list('space')]
  const isUser = account.kind === 'user'
  const viewer = actor.kind === 'user' ? actor : null
  return {
    name: account.name,
    fullname: account.fullname,
    kind: account.kind,
    isRobot: account.isRobot,
    bio: account.bio,
    website: account.website,
    joinedAt: account.createdAt.toISOString(),
    models: models.cards,
    datasets: datasets.cards,
    spaces: spaces.cards,
    totals: { model: models.total, dataset: datasets.total, space: spaces.total },
    likes: isUser ? (await listLikes(hub, actor, account.id, { limit: 20 })).items.map(({ repo }) => toRepoCard(repo)) : [],
    collections: (await collectionsOf(hub, actor, account.id, shownCollections)).map(toCollectionCard),
    orgs: isUser ? (await listOrgsOf(hub, account.id)).map(({ org, role }) => ({ name: org.name, fullname: org.fullname, role })) : [],
    members: isUser
      ? []
      : (await listMembers(hub, account.name, { limit: shownMembers })).members.map(({ account: member, role }) => ({
          name: member.name,
          fullname: member.fullname,
          role,
        })),
    memberCount: isUser ? 0 : await countMembers(hub, account.id),
    followers: await countFollowers(hub, account.id),
    following: isUser ? await countFollowing(hub, account.id) : 0,
    isFollowed: (await followedAmong(hub, actor, [account.id])).size > 0,
    isOwn: viewer?.userId === account.id,
    isMember: viewer !== null && viewer.orgs.some((org) => org.orgId === account.id),
    canManage: mayManage(actor, account),
    storage: maySeeStorage(actor, account.id) ? toStorageView(await storageOf(hub, account)) : null,
  }
}
