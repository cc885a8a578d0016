import type { Actor } from '../../foundation/actor/index.ts'
import { csvLine } from './csv.ts'
import type { Hub } from '../../hub.ts'
import { readRepoFacts } from '../repos/index.ts'
import { type Repo, requireAccess } from '../access/index.ts'
import { accessStatuses } from './access-request.ts'
import { gateForm } from './gate-form.ts'
import { listAccess } from './list-access.ts'

const perRead = 1_000

/**
 * Exports all requests for a repo as CSV (RFC 4180), line by line: the card's current questions, then those only answered in older requests.
 */
export async function* accessReport(hub: Hub, actor: Actor, repo: Repo): AsyncGenerator<string> {
  requireAccess(actor, repo, 'access.read')
  const facts = await readRepoFacts(hub, repo)
  const labels = new Set(gateForm(facts?.cardData ?? null).fields.map(({ label }) => label))
  for await (const { answers } of allRequests(hub, actor, repo)) for (const label of Object.keys(answers)) labels.add(label)
  yield csvLine(['user', 'fullname', 'email', 'status', 'time', 'granted by', 'rejection reason', ...labels])
  for await (const { user, status, askedAt, grantedBy, reason, answers } of allRequests(hub, actor, repo)) {
    const values = [...labels].map((label) => (Object.hasOwn(answers, label) ? String(answers[label]) : ''))
    yield csvLine([user.name, user.fullname, user.email ?? '', status, askedAt.toISOString(), grantedBy ?? '', reason ?? '', ...values])
  }
}

async function* allRequests(hub: Hub, actor: Actor, repo: Repo) {
  for (const status of accessStatuses) {
    let cursor: string | null = null
    do {
      const page = await listAccess(hub, actor, repo, { status, limit: perRead, cursor })
      yield* page.requests
      cursor = page.nextCursor
    } while (cursor !== null)
  }
}
