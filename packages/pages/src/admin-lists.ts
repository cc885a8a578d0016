import {
  type Actor,
  createInvite,
  deleteOrg,
  type Hub,
  listFormerNames,
  listInvites,
  listOrganizations,
  readOverview,
  readWork,
  releaseFormerName,
  restoreOrganization,
  revokeInvite,
  serverReport,
} from '@portolan/hub'

const perPage = 50

/** Lists on the administrators' pages, and what their buttons do. All throw {HubError} `auth.required` and `auth.forbidden`. */
export function adminListActions(hub: Hub, actor: Actor) {
  return {
    async formerNames(search: string, page: number) {
      const { names, hasMore } = await listFormerNames(hub, actor, { search, limit: perPage, skip: page * perPage })
      return {
        hasMore,
        names: names.map(({ name, kind, deletedAt, until }) => {
          return { name, kind, deletedAt: deletedAt.toISOString(), until: until?.toISOString() ?? null }
        }),
      }
    },
    releaseFormerName: (name: string) => releaseFormerName(hub, actor, name),
    async organizations({ search, only, page }: { search: string; only: string; page: number }) {
      const query = { search, limit: perPage, skip: page * perPage, ...(only === 'deleted' ? { only: 'deleted' as const } : {}) }
      const { organizations, hasMore } = await listOrganizations(hub, actor, query)
      return {
        hasMore,
        organizations: organizations.map(({ createdAt, deletedAt, ...rest }) => {
          return { ...rest, createdAt: createdAt.toISOString(), deletedAt: deletedAt?.toISOString() ?? null }
        }),
      }
    },
    restoreOrganization: (name: string) => restoreOrganization(hub, actor, name),
    deleteOrganization: (name: string) => deleteOrg(hub, actor, name),
    async invites(page: number) {
      const { invites, hasMore } = await listInvites(hub, actor, { limit: perPage, skip: page * perPage })
      return {
        hasMore,
        policy: hub.config.signUp,
        invites: invites.map(({ createdAt, expiresAt, ...rest }) => {
          return { ...rest, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
        }),
      }
    },
    createInvite: (days: number) => createInvite(hub, actor, days),
    revokeInvite: (id: string) => revokeInvite(hub, actor, id),
    async overview() {
      const { server, figures, lastBackup, suspended, warnings } = await readOverview(hub, actor)
      const date = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : new Date(ms).toISOString())
      return {
        server: server && { ...server, startedAt: server.startedAt.toISOString() },
        accounts: figures.accounts,
        suspended,
        repos: figures.repos,
        largeBytes: figures.largeBytes,
        gitBytes: figures.gitBytes,
        waitingDeliveries: figures.pendingDeliveries,
        backup: lastBackup && { startedAt: lastBackup.startedAt.toISOString(), state: lastBackup.state },
        backupEveryHours: hub.config.backups === null ? null : hub.config.backups.everyMs / 3_600_000,
        rehearsedAt: date(figures.rehearsedAt),
        verification: figures.verification && { share: figures.verification.share, endedAt: date(figures.verification.endedAt) },
        damages: figures.damages,
        collectedAt: date(figures.gc?.endedAt),
        freedBytes: figures.gc?.freedBytes ?? 0,
        warnings,
      }
    },
    async work() {
      const { jobs, webhooks, deletions } = await readWork(hub, actor)
      return {
        jobs: jobs.map(({ startedAt, ...rest }) => {
          const next = startedAt === null || rest.isRunning ? null : new Date(startedAt.getTime() + rest.everyMs)
          return { ...rest, startedAt: startedAt?.toISOString() ?? null, nextAt: next?.toISOString() ?? null }
        }),
        webhooks: webhooks.map(({ oldestAt, ...rest }) => ({ ...rest, oldestAt: oldestAt.toISOString() })),
        deletions: deletions.map(({ startedAt, endedAt, ...rest }) => {
          return { ...rest, startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
        }),
      }
    },
    /** Empty where no server runs. */
    settingsInForce: () => serverReport(hub, actor)?.settings ?? [],
  }
}
