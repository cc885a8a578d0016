import { isHubError, type RepoType } from '@portolan/contract'
import {
  type Actor,
  changePassword,
  createAccessToken,
  createOrg,
  createSession,
  endSession,
  findAccount,
  listAccessTokens,
  type NewAccessToken,
  refreshAccessToken,
  requireUser,
  sessionHashOf,
  signInWithPassword,
  revokeAccessToken,
  signUp,
  signUpState,
  passwordResetOf,
  resetPassword,
  updateProfile,
  listIdentities,
  unlinkIdentity,
  editFieldsOfCard,
  readFieldsOfCard,
  type Hub,
  likeRepo,
  unlikeRepo,
  repoUse,
  canCreateIn,
  createRepo,
  deleteRepo,
  moveRepo,
  requireRepo,
  updateRepoSettings,
  revertCommit,
  isSpaceTemplate,
  spaceTemplateFiles,
  spaceTemplates,
} from '@portolan/hub'
import { highlightSnippet } from '@portolan/markdown'
import { accountDeletionActions } from './account-deletion-pages.ts'
import { mediaSources } from './media-sources.ts'
import { accountPage } from './account-page.ts'
import { apiOverview, apiPart } from './api-page.ts'
import { adminListActions } from './admin-lists.ts'
import { adminActions } from './admin-pages.ts'
import { blamePage } from './blame-page.ts'
import { createRef, deleteRef, refsPage } from './refs-page.ts'
import { cardPage } from './card-page.ts'
import { chatTemplatePage } from './chat-template-page.ts'
import { collectionActions } from './collection-pages.ts'
import { type CommitDraft, commitDraft, type Draft, editPage, previewDraft } from './edit-page.ts'
import { discussionActions } from './discussion-actions.ts'
import { entranceLimits } from './entrance-limits.ts'
import { commitPage, commitsPage } from './commits-page.ts'
import { comparePage } from './compare-page.ts'
import { blobPage, treePage } from './files-page.ts'
import { gateActions } from './gate-pages.ts'
import { homePage } from './home-page.ts'
import { inferenceView } from './inference-view.ts'
import { libraryCounts, libraryModels } from './libraries-page.ts'
import { listingPage, searchPage } from './listing-page.ts'
import { mailActions } from './mail-pages.ts'
import { peopleActions } from './people-pages.ts'
import { loadRepo, toRepoCard } from './repo-view.ts'
import { reposByName, robotActions, toTokenView } from './robot-pages.ts'
import { sshKeyActions } from './ssh-key-pages.ts'
import type { ShelfSort } from './task-shelves.ts'
import { taskPage, tasksPage } from './tasks-page.ts'
import { deviceActions } from './device-page.ts'
import { securityActions } from './security-page.ts'
import { oauthActions } from './oauth-pages.ts'
import { auditPage } from './audit-page.ts'
import { webhookActions } from './webhook-pages.ts'
import { firstRows, viewerPage, type ViewerQuery } from './viewer-page.ts'

/** The server's data about the request for a page. */
export interface PageRequest {
  readonly origin: string
  readonly sessionToken: string | null
  readonly sessionExpiresAt: Date | null
  /** Whether the viewer can do nothing but set up a second factor, which the hub requires. */
  readonly mustSetUp?: boolean
  readonly requestId: string
  readonly userAgent: string | null
  readonly callerAddress: string
  /** Aborted when the caller has left. */
  readonly signal?: AbortSignal
  /** Hears that the caller has tried too often, and after how many seconds they may again: a form shows the sentence, and the status is the server's. */
  readonly onTooMuch?: (seconds: number) => void
}

/** All functions available to pages, bound to the caller: the only part of the hub that page code sees. */
export type PageHub = ReturnType<typeof createPageHub>

export function createPageHub(hub: Hub, actor: Actor, request: PageRequest) {
  const from = { address: request.callerAddress, userAgent: request.userAgent }
  const session = async (accountId: number) =>
    createSession(hub, accountId, { address: from.address, ...(from.userAgent === null ? {} : { userAgent: from.userAgent }) })
  const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (isHubError(error, 'auth.rate_limited')) request.onTooMuch?.(Number(error.details['retryAfter'] ?? 0))
      throw error
    }
  }
  const repoOf = (type: RepoType, fullName: string, need: 'read' | 'admin') => requireRepo(hub, actor, type, fullName, need)
  return {
    origin: request.origin,
    /** Where pictures, videos and sounds on pages may come from besides the hub, as sources of a content security policy. */
    mediaSources: mediaSources(hub),
    requestId: request.requestId,
    mustSetUp: request.mustSetUp === true,
    viewer:
      actor.kind === 'user'
        ? {
            name: actor.name,
            isAdmin: actor.isAdmin,
            orgs: actor.orgs.map(({ name, role }) => ({ name, role })),
            /** Whether they may not write yet, as the hub requires a confirmed email address. */
            mustConfirmEmail: actor.mustConfirmEmail === true,
          }
        : null,
    /** When the viewer's session expires, and the current time: a browser's clock may be wrong. */
    session: request.sessionExpiresAt === null ? null : { expiresAt: request.sessionExpiresAt.toISOString(), now: hub.now().toISOString() },

    home: () => homePage(hub, actor),
    listing: (type: RepoType, parameters: URLSearchParams) => listingPage(hub, actor, type, parameters),
    search: (q: string) => searchPage(hub, actor, q),
    tasks: (q: string) => tasksPage(hub, actor, q),
    task: (task: string, sort: ShelfSort) => taskPage(hub, actor, task, sort),
    libraryCounts: () => libraryCounts(hub, actor),
    libraryModels: (tags: readonly string[], limit: number) => libraryModels(hub, actor, tags, limit),
    card: (type: RepoType, fullName: string) => cardPage(hub, actor, type, fullName, request.origin),
    chatTemplate: (fullName: string, asked: { name: string | null; asItStands: boolean }) => chatTemplatePage(hub, actor, fullName, asked),
    /** The first rows of a dataset, for its main page; `null` without any. */
    firstRows: (fullName: string) => firstRows(hub, actor, fullName),
    /** The rows of a dataset. */
    rows: (fullName: string, query: ViewerQuery) => viewerPage(hub, actor, fullName, query),
    /** The routes for calling a model here. */
    inference: (fullName: string) => inferenceView(hub, actor, fullName),
    tree: (type: RepoType, fullName: string, rest: string, cursor: string | null) =>
      treePage(hub, actor, type, fullName, rest, cursor, request.signal),
    blob: (type: RepoType, fullName: string, rest: string) => blobPage(hub, actor, type, fullName, rest),
    commits: (type: RepoType, fullName: string, revision: string, page: number) => commitsPage(hub, actor, type, fullName, revision, page),
    commit: (type: RepoType, fullName: string, oid: string, file: string | null) =>
      commitPage(hub, actor, type, fullName, oid, file, request.signal),
    edit: (type: RepoType, fullName: string, rest: string, isNew: boolean) => editPage(hub, actor, type, fullName, rest, isNew),
    previewDraft: (type: RepoType, fullName: string, draft: Draft) => previewDraft(hub, actor, type, fullName, draft),
    commitDraft: (type: RepoType, fullName: string, draft: CommitDraft) => commitDraft(hub, actor, type, fullName, draft),
    async revert(type: RepoType, fullName: string, input: { oid: string; branch: string }) {
      return revertCommit(hub, actor, await repoOf(type, fullName, 'read'), input)
    },
    readCardFields: readFieldsOfCard,
    editCardFields: editFieldsOfCard,
    blame: (type: RepoType, fullName: string, rest: string) => blamePage(hub, actor, type, fullName, rest, request.signal),
    refs: (type: RepoType, fullName: string, page: number) => refsPage(hub, actor, type, fullName, page),
    createRef: (type: RepoType, fullName: string, input: { kind: 'branch' | 'tag'; name: string; from: string; message: string }) =>
      createRef(hub, actor, type, fullName, input),
    deleteRef: (type: RepoType, fullName: string, kind: 'branch' | 'tag', name: string) =>
      deleteRef(hub, actor, type, fullName, kind, name),
    compare: (type: RepoType, fullName: string, spec: string | null, file: string | null) =>
      comparePage(hub, actor, type, fullName, spec, file, request.signal),
    repo: async (type: RepoType, fullName: string) => {
      const { header, movedTo } = await loadRepo(hub, actor, type, fullName)
      return { header, movedTo }
    },
    account: (name: string) => accountPage(hub, actor, name),
    /** A snippet's code as highlighted HTML. */
    highlight: highlightSnippet,

    signUpState: () => (hub.config.passwordSignIn === 'off' ? Promise.resolve('closed' as const) : signUpState(hub)),
    /** The available ways to sign in. */
    signInWays: { password: hub.config.passwordSignIn === 'on', company: hub.config.companyLabel },
    async signUp(input: { name: string; password: string; email: string | null; inviteCode: string | null }) {
      const account = await bounded(async () => {
        await entranceLimits(hub).countSignUp(request.callerAddress)
        return signUp(hub, { ...input, address: request.callerAddress })
      })
      return session(account.id)
    },
    /** A session, or the secret of a sign-in that waits for its second step. */
    signIn: (nameOrEmail: string, password: string) => bounded(() => signInWithPassword(hub, nameOrEmail, password, from)),
    passwordResetOf: (code: string) => passwordResetOf(hub, code),
    /** @returns the account's name */
    resetPassword: (code: string, password: string) => resetPassword(hub, code, password, request.callerAddress),
    async identities() {
      return (await listIdentities(hub, actor)).map(({ id, issuer, email }) => ({ id, issuer, email }))
    },
    unlinkIdentity: (id: number) => unlinkIdentity(hub, actor, id),
    signOut: async () => {
      if (request.sessionToken !== null) await endSession(hub, request.sessionToken)
    },
    async profile() {
      const user = requireUser(actor)
      const account = await findAccount(hub, user.name)
      return {
        name: user.name,
        fullname: account?.fullname ?? user.name,
        email: account?.email ?? null,
        bio: account?.bio ?? null,
        website: account?.website ?? null,
      }
    },
    updateProfile: (name: string, changes: { fullname?: string; bio?: string | null; website?: string | null }) =>
      updateProfile(hub, actor, name, changes),
    /** Also signs out all other browsers: anyone else who knew the old password loses access. */
    async changePassword(oldPassword: string, newPassword: string) {
      const user = requireUser(actor)
      await bounded(() => changePassword(hub, user.name, oldPassword, newPassword, request.callerAddress, sessionHashOf(user)))
    },
    ...securityActions(hub, actor, { ...request, bounded }),
    async tokens() {
      return (await listAccessTokens(hub, actor)).map((token) => toTokenView(hub, token))
    },
    /** A few repos of each kind whose names start with the text, for autocompletion. */
    reposByName: (q: string) => reposByName(hub, actor, q),
    /** The hub's clock. */
    time: () => hub.now(),
    createToken: (input: NewAccessToken) => createAccessToken(hub, actor, input),
    refreshToken: (uid: string) => refreshAccessToken(hub, actor, uid),
    revokeToken: (uid: string) => revokeAccessToken(hub, actor, uid),

    /** Accounts under which the viewer may create repos; the viewer first. */
    owners() {
      const user = requireUser(actor)
      return [user.name, ...user.orgs.filter((org) => canCreateIn(user, org.orgId)).map(({ name }) => name)]
    },
    async createRepo(input: {
      type: RepoType
      owner: string
      name: string
      visibility: 'public' | 'private'
      sdk: string | null
      license: string | null
      /** For a static Space: its template. */
      template?: string
    }) {
      const { template = 'blank', ...repo } = input
      const isSite = repo.type === 'space' && repo.sdk === 'static' && isSpaceTemplate(template)
      const files = isSite ? spaceTemplateFiles(template, repo.name, repo.license) : []
      return toRepoCard(await createRepo(hub, actor, { ...repo, files }))
    },
    spaceTemplates,
    async like(type: RepoType, fullName: string, liked: boolean) {
      const repo = await repoOf(type, fullName, 'read')
      return liked ? likeRepo(hub, actor, repo) : unlikeRepo(hub, actor, repo)
    },
    async moveRepo(type: RepoType, fullName: string, owner: string, name: string) {
      return toRepoCard(await moveRepo(hub, actor, await repoOf(type, fullName, 'admin'), owner, name))
    },
    async updateRepo(type: RepoType, fullName: string, changes: { visibility?: 'public' | 'private'; gated?: false | 'auto' | 'manual' }) {
      return toRepoCard(await updateRepoSettings(hub, actor, await repoOf(type, fullName, 'admin'), changes))
    },
    async deleteRepo(type: RepoType, fullName: string) {
      await deleteRepo(hub, actor, await repoOf(type, fullName, 'admin'))
    },
    /** Storage used by a repo, in all revisions. */
    repoStorage: async (type: RepoType, fullName: string) => repoUse(hub, (await repoOf(type, fullName, 'read')).id),
    apiOverview: () => apiOverview(hub, request.origin),
    apiPart: (name: string) => apiPart(hub, request.origin, name),
    ...adminActions(hub, actor),
    ...mailActions(hub, actor, { callerAddress: request.callerAddress, bounded }),
    ...adminListActions(hub, actor),
    ...accountDeletionActions(hub, actor, request, bounded),
    ...sshKeyActions(hub, actor),
    ...robotActions(hub, actor),
    ...gateActions(hub, actor),
    ...collectionActions(hub, actor),
    ...discussionActions(hub, actor),
    ...webhookActions(hub, actor, request.origin),
    ...deviceActions(hub, actor),
    ...oauthActions(hub, actor, request),
    audit: (asked: Parameters<typeof auditPage>[2], cursor: string | null) => auditPage(hub, actor, asked, cursor),
    createOrg: (name: string, fullname: string) => createOrg(hub, actor, { name, fullname }),
    ...peopleActions(hub, actor),
  }
}
