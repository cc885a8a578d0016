/** Sizes and counts shared by client and server. In bytes unless the name says otherwise. */
export const limits = {
  /** A regular (non-LFS) file in a commit. Larger files are LFS. */
  regularFileBytes: 10 * 1024 * 1024,
  /** Default of `PORTOLAN_INLINE_UPLOAD_MB`: what clients that always use Xet may send inside a commit. */
  inlineUploadBytes: 100 * 1024 * 1024,
  preuploadFiles: 1_000,
  pathsInfoPaths: 2_000,
  treePage: 1_000,
  treePageExpanded: 100,
  listingPage: 1_000,
  listingPageDefault: 100,
  lfsBatchObjects: 1_000,
  lfsPartBytes: 64 * 1024 * 1024,
  jsonBodyBytes: 16 * 1024 * 1024,
  cardBytes: 1024 * 1024,
  frontMatterBytes: 256 * 1024,
  /** Questions on a card for people who request access; characters in an answer and in a rejection reason; requests handled at once. */
  gateFields: 50,
  gateAnswer: 1_000,
  rejectionReason: 200,
  accessBatch: 100,
  /** An account's avatar. */
  avatarBytes: 512 * 1024,
  avatarPixels: 2_048,
  /** Characters in a collection's texts; items per collection and collections per owner. */
  collectionTitle: 60,
  collectionDescription: 150,
  collectionNote: 500,
  collectionItems: 1_000,
  collectionsPerOwner: 1_000,
  minPasswordLength: 10,
  /** Characters in the message of a super-squash. */
  squashMessage: 500,
  /** OAuth applications: how many an account may register, characters in a name and in an address, addresses, sign-ins per user, access tokens per sign-in. */
  oauthAppsPerOwner: 50,
  oauthAppName: 100,
  oauthRedirectUri: 500,
  oauthRedirectUris: 20,
  oauthSessionsPerGrant: 50,
  oauthTokensPerSession: 10,
  /** Passkeys: how many an account may register, characters in a name. */
  passkeysPerAccount: 20,
  passkeyName: 60,
  /** SSH keys: how many an account may register, characters in a title and in what is pasted. */
  sshKeysPerAccount: 100,
  sshKeyTitle: 100,
  sshKeyText: 16_384,
  webhooksPerUser: 50,
  /** Messages that may wait for one receiver. */
  webhookWaiting: 5_000,
  webhookWatched: 100,
  /** Characters in an address. */
  webhookUrl: 2_000,
  /** In characters. */
  discussionTitleMin: 3,
  discussionTitleMax: 200,
  discussionText: 65_536,
  /** Per discussion: events of every kind, and characters in all its comments including their history. */
  discussionEvents: 2_000,
  discussionTextTotal: 8 * 1024 * 1024,
  /** Mentions in one comment that notify; further names are only linked. */
  mentions: 20,
  /** Discussions and comments per ten minutes for users without write access. */
  commentsPerTenMinutes: 100,
  /** Topics per live connection. */
  liveTopics: 50,
  /** Maximum silence on a live connection. */
  liveHeartbeatSeconds: 25,
} as const
