import { type Actor, listAudit, type Hub } from '@portolan/hub'

const perPage = 100

interface Asked {
  readonly actor: string
  readonly topic: string
  readonly repo: string
  readonly address: string
  /** A day, or undefined. */
  readonly since: string
  readonly until: string
}

/** A page of the audit log. Invalid dates are ignored. */
export async function auditPage(hub: Hub, actor: Actor, asked: Asked, cursor: string | null) {
  const { entries, nextCursor } = await listAudit(hub, actor, {
    ...asked,
    since: dayOf(asked.since),
    until: dayOf(asked.until),
    limit: perPage,
    cursor,
  })
  return {
    entries: entries.map(({ at, details, ...rest }) => ({ ...rest, at: at.toISOString(), details: JSON.stringify(details) })),
    nextCursor,
  }
}

function dayOf(text: string): Date | null {
  const date = new Date(text)
  return text === '' || Number.isNaN(date.getTime()) ? null : date
}
