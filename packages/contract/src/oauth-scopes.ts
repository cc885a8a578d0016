interface OAuthScopeEntry {
  /** What it allows, completing the sentence "It may …" on the consent page. */
  readonly label: string
  /** False for scopes that exist elsewhere but not on this hub: requesting one is not an error, and it is not granted. */
  readonly isHere: boolean
}

/** The scopes an application can request when a user signs in to it with this hub. */
export const oauthScopeTable = {
  openid: { label: 'know who you are on this hub', isHere: true },
  profile: { label: 'see your name, picture, website and organizations', isHere: true },
  email: { label: 'see your e-mail address', isHere: true },
  'read-memberships': { label: 'see your organizations, and your role in each', isHere: true },
  'read-repos': { label: 'read your repositories and those of your organizations, private ones too', isHere: true },
  'gated-repos': { label: 'read the files of gated repositories that you were given access to', isHere: true },
  'contribute-repos': { label: 'make repositories in your name, and read and change those that it made', isHere: true },
  'write-repos': { label: 'read and change the files of your repositories and those of your organizations', isHere: true },
  'manage-repos': {
    label: 'do everything with your repositories and those of your organizations: make, change, move and delete them',
    isHere: true,
  },
  'read-collections': { label: 'see your private collections', isHere: true },
  'write-collections': { label: 'make, change and delete your collections', isHere: true },
  'write-discussions': { label: 'open discussions and pull requests and write comments in your name', isHere: true },
  webhooks: { label: 'see, make, change and delete your webhooks', isHere: true },
  'inference-api': { label: 'call models in your name; that counts toward your quota', isHere: true },
  jobs: { label: 'run jobs', isHere: false },
  'read-endpoints': { label: 'see your inference endpoints', isHere: false },
  'write-endpoints': { label: 'change your inference endpoints', isHere: false },
  'read-billing': { label: 'see whether you can pay', isHere: false },
} as const satisfies Record<string, OAuthScopeEntry>

export type OAuthScope = keyof typeof oauthScopeTable

export const oauthScopes = Object.keys(oauthScopeTable) as readonly OAuthScope[]

/** The scopes that this hub grants. */
export const givenOAuthScopes: readonly OAuthScope[] = oauthScopes.filter((scope) => oauthScopeTable[scope].isHere)

export function isOAuthScope(text: string): text is OAuthScope {
  return Object.hasOwn(oauthScopeTable, text)
}
