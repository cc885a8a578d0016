/** Sizes and counts that both ends know. Bytes unless the name says otherwise; see hub API sections 5 and 16. */
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
  /** Questions of a card for those who ask for access, and characters of an answer, of a reason to refuse, and requests handled at once. */
  gateFields: 50,
  gateAnswer: 1_000,
  rejectionReason: 200,
  accessBatch: 100,
  /** A picture of an account. */
  avatarBytes: 512 * 1024,
  avatarPixels: 2_048,
  /** Characters of a collection's texts, and how much it and its owner may have. */
  collectionTitle: 60,
  collectionDescription: 150,
  collectionNote: 500,
  collectionItems: 1_000,
  collectionsPerOwner: 1_000,
  minPasswordLength: 10,
  /** Characters of the message of a super-squash. */
  squashMessage: 500,
  /** Applications that sign people in with this hub, and what one of them holds: characters of its name and of an address, addresses, sign-ins of one user, access tokens of a sign-in. */
  oauthAppsPerOwner: 50,
  oauthAppName: 100,
  oauthRedirectUri: 500,
  oauthRedirectUris: 20,
  oauthSessionsPerGrant: 50,
  oauthTokensPerSession: 10,
  webhooksPerUser: 50,
  webhookWatched: 100,
  /** Characters of an address. */
  webhookUrl: 2_000,
  /** Characters, as hub API section 16 has them. */
  discussionTitleMin: 3,
  discussionTitleMax: 200,
  discussionText: 65_536,
  /** Of one discussion: events of every kind, and characters of all its comments with their history. */
  discussionEvents: 2_000,
  discussionTextTotal: 8 * 1024 * 1024,
  /** People whom one comment can call by name; more names are links only. */
  mentions: 20,
  /** Discussions and comments that somebody may write in ten minutes where they may not push. */
  commentsPerTenMinutes: 100,
  /** Topics of one live connection. */
  liveTopics: 50,
  /** A live connection is never silent for longer. */
  liveHeartbeatSeconds: 25,
} as const
