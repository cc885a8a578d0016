import { type Actor, addSshKey, type Hub, listSshKeys, removeSshKey } from '@portolan/hub'

/** A registered SSH key, as shown on its owner's page. */
export interface SshKeyView {
  readonly uid: string
  readonly title: string
  readonly type: string
  readonly fingerprint: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** What the page of SSH keys shows and does. */
export function sshKeyActions(hub: Hub, actor: Actor) {
  return {
    async sshKeys(): Promise<SshKeyView[]> {
      return (await listSshKeys(hub, actor)).map(({ uid, title, type, fingerprint, createdAt, lastUsedAt }) => {
        return { uid, title, type, fingerprint, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
      })
    },
    addSshKey: (title: string, key: string) => addSshKey(hub, actor, { title, key }),
    removeSshKey: (uid: string) => removeSshKey(hub, actor, uid),
  }
}
