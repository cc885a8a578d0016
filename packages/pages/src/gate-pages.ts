import { apiSegments, HubError, type RepoType } from '@portolan/contract'
import {
  type Actor,
  requireAccount,
  type AccessStatus,
  askAccess,
  cancelAccess,
  countAccess,
  countries,
  gateForm,
  type GateField,
  grantAccess,
  grantGroup,
  handleManyAccess,
  listAccess,
  listGroups,
  revokeGroup,
  type Hub,
  readRepoFacts,
  requireRepo,
  resolveRevision,
  renderingsOf,
} from '@portolan/hub'
import { renderCard } from '@portolan/markdown'
import { loadRepo, type RepoHeaderView } from './repo-view.ts'

const requestsPerPage = 50

/** What people who request access to a gated repo see. */
export interface AskPage {
  readonly header: RepoHeaderView
  readonly movedTo: string | null
  readonly heading: string | null
  readonly promptHtml: string | null
  readonly description: string | null
  readonly buttonLabel: string | null
  readonly fields: readonly GateField[]
  /** English country names; empty unless a question asks for a country. */
  readonly countries: readonly string[]
}

export async function askPage(hub: Hub, actor: Actor, type: RepoType, fullName: string): Promise<AskPage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const facts = await readRepoFacts(hub, repo)
  const form = gateForm(facts?.cardData ?? null)
  const { commitOid } = await resolveRevision(hub, repo, 'main')
  const prompt =
    form.prompt === null
      ? null
      : await renderCard(renderingsOf(hub), {
          markdown: form.prompt,
          cacheKey: `gate:${commitOid}:${header.path}`,
          linkBase: `${header.path}/blob/main/`,
          rawBase: `${header.path}/resolve/main/`,
        })
  return {
    header,
    movedTo,
    heading: form.heading,
    promptHtml: prompt?.html ?? null,
    description: form.description,
    buttonLabel: form.buttonLabel,
    fields: form.fields,
    countries: form.fields.some(({ kind }) => kind === 'country') ? [...countries().values()] : [],
  }
}

/** What an owner sees about those who requested access. */
export interface AccessPage {
  readonly header: RepoHeaderView
  readonly movedTo: string | null
  readonly status: AccessStatus
  readonly counts: Readonly<Record<AccessStatus, number>>
  readonly requests: readonly {
    readonly id: string
    readonly name: string
    readonly fullname: string
    readonly email: string | null
    readonly askedAt: string
    readonly answers: readonly (readonly [label: string, answer: string])[]
    readonly reason: string | null
    readonly grantedBy: string | null
  }[]
  readonly nextCursor: string | null
  readonly groups: readonly { readonly name: string; readonly fullname: string }[]
  readonly apiPath: string
}

export async function accessPage(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  { status, cursor, search }: { status: AccessStatus; cursor: string | null; search: string },
): Promise<AccessPage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const { requests, nextCursor } = await listAccess(hub, actor, repo, { status, cursor, search, limit: requestsPerPage })
  return {
    header,
    movedTo,
    status,
    counts: await countAccess(hub, actor, repo),
    requests: requests.map(({ uid, user, askedAt, answers, reason, grantedBy }) => ({
      id: uid,
      name: user.name,
      fullname: user.fullname,
      // Users who were granted access without a request never agreed to share it.
      email: grantedBy === null ? user.email : null,
      askedAt: askedAt.toISOString(),
      answers: Object.entries(answers).map(([label, answer]) => [label, answer === true ? 'Yes' : String(answer)] as const),
      reason,
      grantedBy,
    })),
    nextCursor,
    groups: (await listGroups(hub, actor, repo)).map(({ name, fullname }) => ({ name, fullname })),
    apiPath: `/api/${apiSegments[type]}/${repo.fullName}`,
  }
}

/** The access request functions for pages, bound to the caller. */
export function gateActions(hub: Hub, actor: Actor) {
  const repoOf = (type: RepoType, fullName: string, need: 'read' | 'access.write') => requireRepo(hub, actor, type, fullName, need)
  return {
    askPage: (type: RepoType, fullName: string) => askPage(hub, actor, type, fullName),
    askAccess: async (type: RepoType, fullName: string, answers: Readonly<Record<string, unknown>>) =>
      askAccess(hub, actor, await repoOf(type, fullName, 'read'), answers),
    cancelAccess: async (type: RepoType, fullName: string) => cancelAccess(hub, actor, await repoOf(type, fullName, 'read')),
    accessPage: (type: RepoType, fullName: string, asked: { status: AccessStatus; cursor: string | null; search: string }) =>
      accessPage(hub, actor, type, fullName, asked),
    /** @throws {HubError} `access.not_found` when none of them exists with a different status */
    async handleAccess(type: RepoType, fullName: string, requestIds: readonly string[], status: AccessStatus, reason: string | null) {
      const whose = requestIds.map((requestId) => ({ requestId }))
      const { handled } = await handleManyAccess(hub, actor, await repoOf(type, fullName, 'access.write'), whose, { status, reason })
      if (handled === 0) throw new HubError('access.not_found', { message: 'Choose a request first, or somebody else has handled it' })
    },
    /** To a user, or to all members of an organization. */
    async grantAccess(type: RepoType, fullName: string, name: string) {
      const repo = await repoOf(type, fullName, 'access.write')
      const account = await requireAccount(hub, name)
      await (account.kind === 'user' ? grantAccess(hub, actor, repo, { name }) : grantGroup(hub, actor, repo, name))
    },
    revokeGroup: async (type: RepoType, fullName: string, org: string) =>
      revokeGroup(hub, actor, await repoOf(type, fullName, 'access.write'), org),
  }
}
