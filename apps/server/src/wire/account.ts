import type { Account } from '@portolan/hub'

/** Where an account's picture is: drawn by the hub from the name. */
export function avatarUrl(origin: string, name: string): string {
  return `${origin}/avatars/${encodeURIComponent(name)}.svg`
}

/** An entry of followers, members or likers (hub API, section 8). */
export function toWireUser(origin: string, account: Account): Record<string, unknown> {
  return {
    _id: account.uid,
    user: account.name,
    fullname: account.fullname,
    avatarUrl: avatarUrl(origin, account.name),
    isPro: false,
    type: account.kind,
    isFollowing: false,
  }
}
