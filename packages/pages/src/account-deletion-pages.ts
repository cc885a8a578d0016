import {
  type Actor,
  deleteAccount,
  deleteOwnAccount,
  type DeletionChoice,
  type DeletionPlan,
  type Hub,
  listDeletions,
  planDeletion,
  planOwnDeletion,
  sessionStart,
} from '@portolan/hub'
import type { PageRequest } from './page-hub.ts'

/** What the form about the repos of a deleted account sends. */
export interface DeletionForm {
  /** `delete` or `move`; anything else is refused. */
  readonly repos: string
  readonly to: string
}

export type DeletionPlanView = DeletionPlan

const listed = 20

/** What the pages show about the deletion of accounts, and do. */
export function accountDeletionActions(hub: Hub, actor: Actor, request: PageRequest, bounded: <T>(work: () => Promise<T>) => Promise<T>) {
  return {
    ownDeletionPlan: (): Promise<DeletionPlanView> => planOwnDeletion(hub, actor),
    deletionPlan: (name: string): Promise<DeletionPlanView> => planDeletion(hub, actor, name),
    async deleteOwnAccount(form: DeletionForm & { name: string; password: string }): Promise<void> {
      const { name, password } = form
      const signedInAt = request.sessionToken === null ? null : await sessionStart(hub, request.sessionToken)
      const proof = { name, password, signedInAt, address: request.callerAddress }
      await bounded(() => deleteOwnAccount(hub, actor, toChoice(form), proof))
    },
    /** @param handOverTo empty for nobody */
    deleteAccount: (name: string, form: DeletionForm & { handOverTo: string }): Promise<void> =>
      deleteAccount(hub, actor, name, toChoice(form), form.handOverTo.trim() || null),
    /** Deletions of accounts, those under way first. */
    async deletions() {
      return (await listDeletions(hub, actor, listed)).map(({ startedAt, endedAt, ...rest }) => {
        return { ...rest, startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
      })
    },
  }
}

function toChoice({ repos, to }: DeletionForm): DeletionChoice {
  return repos === 'move' ? { repos: 'move', to: to.trim() } : { repos: 'delete' }
}
