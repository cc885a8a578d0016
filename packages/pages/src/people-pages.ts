import { HubError, type OrgRole } from '@portolan/contract'
import {
  type Account,
  type Actor,
  avatarOf,
  countMembers,
  deleteOrg,
  listMembers,
  removeAvatar,
  requireAccount,
  requireUser,
  setAvatar,
  setMemberRole,
  follow,
  followedAmong,
  listFollows,
  unfollow,
  type Hub,
} from '@portolan/hub'

const perPage = 50

/** The members of an organization, and what the viewer may do with them. */
export interface MembersPage {
  readonly org: { readonly name: string; readonly fullname: string }
  readonly members: readonly {
    readonly name: string
    readonly fullname: string
    readonly role: OrgRole
    readonly isViewer: boolean
    readonly isRobot: boolean
  }[]
  readonly count: number
  readonly nextCursor: string | null
  readonly canManage: boolean
}

/** The settings an organization's administrator can change. */
export interface OrgSettingsPage {
  readonly name: string
  readonly fullname: string
  readonly bio: string | null
  readonly website: string | null
  /** Version of the uploaded picture; `null` for the drawn one. */
  readonly picture: string | null
}

/** Followers of an account, or the accounts it follows. */
export interface FollowsPage {
  readonly name: string
  readonly fullname: string
  readonly kind: 'user' | 'org'
  readonly accounts: readonly { readonly name: string; readonly fullname: string; readonly isFollowed: boolean }[]
  readonly nextCursor: string | null
}

export function mayManage(actor: Actor, account: Account): boolean {
  if (actor.kind !== 'user' || account.kind !== 'org') return false
  return actor.isAdmin || actor.orgs.some((org) => org.orgId === account.id && org.role === 'admin')
}

/** The functions about people for pages, bound to the caller. */
export function peopleActions(hub: Hub, actor: Actor) {
  return {
    async members(orgName: string, { search, cursor }: { search: string; cursor: string | null }): Promise<MembersPage> {
      const org = await requireAccount(hub, orgName, 'org')
      const { members, nextCursor } = await listMembers(hub, org.name, { search, cursor, limit: perPage })
      return {
        org: { name: org.name, fullname: org.fullname },
        members: members.map(({ account, role }) => ({
          name: account.name,
          fullname: account.fullname,
          role,
          isRobot: account.isRobot,
          isViewer: actor.kind === 'user' && actor.userId === account.id,
        })),
        count: await countMembers(hub, org.id),
        nextCursor,
        canManage: mayManage(actor, org),
      }
    },
    setMemberRole: (org: string, user: string, role: OrgRole | null) => setMemberRole(hub, actor, org, user, role),
    /** @throws {HubError} `auth.required`, `auth.forbidden` */
    async orgSettings(orgName: string): Promise<OrgSettingsPage> {
      requireUser(actor)
      const org = await requireAccount(hub, orgName, 'org')
      if (!mayManage(actor, org)) throw new HubError('auth.forbidden')
      const { name, fullname, bio, website } = org
      return { name, fullname, bio, website, picture: (await avatarOf(hub, name))?.version ?? null }
    },
    deleteOrg: (org: string) => deleteOrg(hub, actor, org),
    picture: async (name: string) => (await avatarOf(hub, name))?.version ?? null,
    setPicture: (name: string, bytes: Uint8Array) => setAvatar(hub, actor, name, Buffer.from(bytes)),
    removePicture: (name: string) => removeAvatar(hub, actor, name),
    async follow(name: string, isOn: boolean) {
      const account = await requireAccount(hub, name)
      await (isOn ? follow(hub, actor, account) : unfollow(hub, actor, account))
    },
    async follows(name: string, list: 'followers' | 'following', cursor: string | null): Promise<FollowsPage> {
      const account = await requireAccount(hub, name, list === 'following' ? 'user' : undefined)
      const { accounts, nextCursor } = await listFollows(hub, account.id, list, { limit: perPage, cursor })
      const followed = await followedAmong(
        hub,
        actor,
        accounts.map(({ id }) => id),
      )
      return {
        name: account.name,
        fullname: account.fullname,
        kind: account.kind,
        accounts: accounts.map((each) => ({ name: each.name, fullname: each.fullname, isFollowed: followed.has(each.id) })),
        nextCursor,
      }
    },
  }
}
