import { type MailKind, mailKinds, repoPath } from '@portolan/contract'
import type { Selectable } from 'kysely'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import type { MailNewsTable } from '../../foundation/db/schema.ts'
import {
  isMailAddress,
  loadPreference,
  type MailBlock,
  type MailContent,
  mailKindNames,
  type MailWriter,
  toPaces,
  waitingNews,
} from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { unsubscribePath } from '../../identity/account-mail/index.ts'
import { emailStates, loadActor } from '../../identity/accounts/index.ts'
import { canRead, isDeleted, isEnabled, toRepo } from '../../repository/access/index.ts'

/** With more topics than this waiting, one mail tells of all of them. */
const maxSingle = 3
/** Of one topic, in a mail of its own and in a summary. */
const maxEvents = { single: 20, summary: 1 }
/** Characters of one comment. */
const maxQuote = { single: 4_000, summary: 300 }

type Row = Selectable<MailNewsTable>

/** What happened in one topic, as its reader may know it. */
interface Story {
  readonly row: Row
  readonly kind: MailKind
  readonly title: string
  readonly path: string
  readonly label: string
  readonly happenings: readonly Happening[]
  /** How many more there are. */
  readonly more: number
  readonly reason: string
  /** Row id of the last event that the story takes in; `null` where there are none. */
  readonly lastEvent: number | null
}

interface Happening {
  readonly text: string
  readonly quote: string | null
}

/**
 * Writes the next news for somebody: what waits of their topics with this pace, left out what they may no longer know, have read already, or no longer
 * want. One topic at a time, so that mail programs show each discussion as a conversation, unless it is a daily summary or many wait.
 */
export const writeNews: MailWriter = async (hub, { userId, data }) => {
  if (userId === null) return null
  const pace = data['pace'] === 'daily' ? 'daily' : 'now'
  const reader = await loadActor(hub.db.read, userId, null)
  const account = await hub.db.read.selectFrom('account').select(['email', 'email_state']).where('id', '=', userId).executeTakeFirst()
  const rows = await waitingNews(hub.db.read, userId)
  const to = account?.email_state === emailStates.confirmed ? account.email : null
  if (reader === null || to === null || !isMailAddress(to)) {
    await hub.db.write((tx) => forget(tx, rows))
    return null
  }
  const paces = toPaces(await loadPreference(hub.db.read, userId))
  const due = rows.filter(({ kind }) => isKnown(kind) && paces[kind] === pace)
  const isSummary = pace === 'daily' || due.length > maxSingle
  const [stories, untold]: [Story[], Row[]] = [[], rows.filter(({ kind }) => !isKnown(kind) || paces[kind] === 'off')]
  for (const row of due) {
    const story = await readStory(hub, reader, row, isSummary)
    if (story === null) untold.push(row)
    else stories.push(story)
    if (story !== null && !isSummary) break
  }
  if (untold.length > 0) await hub.db.write((tx) => forget(tx, untold))
  const [first] = stories
  if (first === undefined) return null
  const kinds = mailKindNames.filter((kind) => stories.some((story) => story.kind === kind))
  const unsubscribe = await unsubscribePath(hub, reader.uid, kinds)
  const content = isSummary ? summary(stories, pace, kinds) : single(first)
  return {
    to,
    content: { ...content, unsubscribe },
    onSent: async (tx) => {
      for (const story of stories) await markTold(tx, hub, story)
    },
  }
}

function isKnown(kind: string): kind is MailKind {
  return mailKindNames.some((each) => each === kind)
}

function single({ row, title, path, label, happenings, more, reason }: Story): MailContent {
  const blocks: MailBlock[] = happenings.flatMap(blocksOf)
  if (more > 0) blocks.push({ kind: 'text', text: `And ${more} more.` })
  blocks.push({ kind: 'button', label, path })
  return { subject: title, blocks, footer: `You get this mail because ${reason}.`, thread: row.topic.replaceAll(' ', '-') }
}

function summary(stories: readonly Story[], pace: 'now' | 'daily', kinds: readonly MailKind[]): MailContent {
  const blocks = stories.flatMap(({ title, path, happenings, more }): MailBlock[] => [
    { kind: 'link', label: title, path, ...(more > 0 ? { note: `${more + happenings.length} events` } : {}) },
    ...happenings.flatMap(blocksOf),
  ])
  const count = stories.length === 1 ? 'one topic' : `${stories.length} topics`
  const labels = kinds.map((kind) => mailKinds[kind].label.toLowerCase()).join(', ')
  return {
    subject: pace === 'daily' ? `Your daily summary: ${count}` : `News in ${count}`,
    blocks,
    footer: `You get this mail because your settings ask for mail about: ${labels}.`,
  }
}

function blocksOf({ text, quote }: Happening): MailBlock[] {
  return [{ kind: 'text', text }, ...(quote === null || quote === '' ? [] : [{ kind: 'quote', text: quote } as const])]
}

/** `null` when there is nothing to tell. */
async function readStory(hub: Hub, reader: UserActor, row: Row, isSummary: boolean): Promise<Story | null> {
  const [what = '', uid = ''] = row.topic.split(' ')
  if (what === 'discussion') return readDiscussion(hub, reader, row, uid, isSummary)
  if (what === 'organization') return readOrganization(hub, reader, row, uid)
  return null
}

async function readDiscussion(hub: Hub, reader: UserActor, row: Row, uid: string, isSummary: boolean): Promise<Story | null> {
  const found = await hub.db.read
    .selectFrom('discussion')
    .innerJoin('repo', 'repo.id', 'discussion.repo_id')
    .innerJoin('notification', 'notification.discussion_id', 'discussion.id')
    .leftJoin('discussion_repo', 'discussion_repo.repo_id', 'repo.id')
    .leftJoin('repo_watch', (join) =>
      join.onRef('repo_watch.repo_id', '=', 'repo.id').onRef('repo_watch.user_id', '=', 'notification.user_id'),
    )
    .leftJoin('discussion_watch', (join) =>
      join.onRef('discussion_watch.discussion_id', '=', 'discussion.id').onRef('discussion_watch.user_id', '=', 'notification.user_id'),
    )
    .selectAll('repo')
    .select([
      'discussion.id as discussion_id',
      'discussion.num as num',
      'discussion.title as title',
      'discussion.base_ref as base_ref',
      'repo_watch.level as level',
      'discussion_watch.muted as muted',
      'discussion_repo.disabled as closed',
    ])
    .where('discussion.uid', '=', uid)
    .where('notification.user_id', '=', reader.userId)
    // What was read on a page needs no mail.
    .where('notification.unread', '=', 1)
    .executeTakeFirst()
  if (!found || isDeleted(found.vis) || found.level === 'muted' || found.muted === 1 || found.closed === 1) return null
  const repo = toRepo(found)
  if (!isEnabled(repo) || !canRead(reader, repo)) return null
  const form = isSummary ? 'summary' : 'single'
  const events = await hub.db.read
    .selectFrom('discussion_event')
    .innerJoin('account', 'account.id', 'discussion_event.author_id')
    .select(['discussion_event.id as id', 'discussion_event.uid as uid', 'type', 'raw', 'data', 'account.name as author'])
    .where('discussion_id', '=', found.discussion_id)
    .where('discussion_event.id', '>=', (eb) =>
      eb
        .selectFrom('discussion_event as first')
        .select('first.id')
        .where('first.uid', '=', row.first_event ?? ''),
    )
    .where('author_id', '!=', reader.userId)
    // Nobody gets mail with the words of somebody who was suspended meanwhile.
    .where('account.disabled', '=', 0)
    .where('discussion_event.hidden', 'is', null)
    .orderBy('discussion_event.id')
    .limit(200)
    .execute()
  const last = events.at(-1)
  const [first] = events
  if (first === undefined || last === undefined) return null
  const isPullRequest = found.base_ref !== null
  return {
    row,
    kind: row.kind as MailKind,
    title: `[${repo.fullName}] ${found.title} (#${found.num})`,
    path: `/${repoPath(repo)}/discussions/${found.num}#${first.uid}`,
    label: isPullRequest ? 'Open the pull request' : 'Open the discussion',
    happenings: events.slice(0, maxEvents[form]).map((event) => ({
      text: `${event.author} ${saySo(event.type, event.data)}`,
      quote: event.type === 'comment' ? shortened(event.raw ?? '', maxQuote[form]) : null,
    })),
    more: Math.max(0, events.length - maxEvents[form]),
    reason:
      row.kind === 'mentions'
        ? `you take part in this ${isPullRequest ? 'pull request' : 'discussion'}, or are named in it`
        : `${repo.fullName} is yours, or you watch it`,
    lastEvent: last.id,
  }
}

/** What somebody did, after their name. */
function saySo(type: string, data: string): string {
  const status = type === 'status-change' ? String((JSON.parse(data) as { status?: unknown }).status) : ''
  switch (type) {
    case 'comment':
      return 'wrote:'
    case 'commit':
      return 'added a commit.'
    case 'status-change':
      return status === 'merged'
        ? 'merged it.'
        : status === 'closed'
          ? 'closed it.'
          : status === 'draft'
            ? 'made it a draft.'
            : 'opened it.'
    default:
      return 'changed it.'
  }
}

function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')} …`
}

async function readOrganization(hub: Hub, reader: UserActor, row: Row, uid: string): Promise<Story | null> {
  const org = await hub.db.read
    .selectFrom('account')
    .select(['id', 'name'])
    .where('uid', '=', uid)
    .where('kind', '=', 'org')
    .where('disabled', '=', 0)
    .executeTakeFirst()
  if (!org) return null
  const role = reader.orgs.find(({ orgId }) => orgId === org.id)?.role ?? null
  const text = role === null ? `You are no longer a member of ${org.name}.` : `You are a member of ${org.name} with the role “${role}”.`
  return {
    row,
    kind: 'organizations',
    title: role === null ? `You left the organization ${org.name}` : `Your role in the organization ${org.name}`,
    path: `/${org.name}`,
    label: 'Open the organization',
    happenings: [{ text, quote: null }],
    more: 0,
    reason: 'your membership in an organization changed',
    lastEvent: null,
  }
}

/** Forgets news that is not told, unless more happened there meanwhile. */
async function forget(tx: Tx, rows: readonly Row[]): Promise<void> {
  for (const row of rows) await removeRow(tx, row)
}

async function removeRow(tx: Tx, { user_id: userId, topic, n }: Row): Promise<boolean> {
  const done = await tx
    .deleteFrom('mail_news')
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .where('n', '=', n)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** Forgets what a mail told; what happened while it was sent waits for the next one. */
async function markTold(tx: Tx, hub: Hub, { row, lastEvent }: Story): Promise<void> {
  if (await removeRow(tx, row)) return
  const next =
    lastEvent === null
      ? undefined
      : await tx
          .selectFrom('discussion_event')
          .select('uid')
          .where('id', '>', lastEvent)
          .where('discussion_id', '=', (eb) =>
            eb.selectFrom('discussion_event as last').select('last.discussion_id').where('last.id', '=', lastEvent),
          )
          .orderBy('id')
          .limit(1)
          .executeTakeFirst()
  await tx
    .updateTable('mail_news')
    .set((eb) => ({ first_event: next?.uid ?? null, n: eb('n', '-', row.n), at: hub.now().getTime() }))
    .where('user_id', '=', row.user_id)
    .where('topic', '=', row.topic)
    .execute()
}
