import { HubError, isHubError, type RepoType } from '@portolan/contract'
import { isOid, type Oid } from '@portolan/git'
import {
  type Actor,
  requireUser,
  type CommitOperation,
  createCommit,
  changedFiles,
  type CardFieldValues,
  bodyOfCard,
  readFieldsOfCard,
  checkCard,
  type Hub,
  requireAccess,
  requireRepo,
  type WithContent,
  createBranch,
  deleteBranch,
  divergence,
  findEntry,
  listRefs,
  readBlob,
  resolveRevision,
  splitRevisionPath,
  renderingsOf,
} from '@portolan/hub'
import { highlightSource, renderCard } from '@portolan/markdown'
import { type DiffView, draftDiff } from './diff-view.ts'
import type { AtRevision } from './files-page.ts'
import { loadRepo } from './repo-view.ts'

/** Maximum size of a file edited in the browser. Bytes. */
const maxEditedBytes = 512 * 1024

export interface EditPage extends AtRevision {
  /** `null` for a new file. */
  readonly text: string | null
  /** Why it cannot be edited here. */
  readonly problem: 'not-a-branch' | 'not-text' | 'too-large' | 'exists' | null
  /** The fields of a card; `null` for other files, and for cards that cannot be parsed. */
  readonly card: CardFieldValues | null
}

/** A file to edit, or the place for a new one. `rest` is `revision/path` from the URL, decoded. */
export async function editPage(hub: Hub, actor: Actor, type: RepoType, fullName: string, rest: string, isNew: boolean): Promise<EditPage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  // Users without write access may propose changes: a pull request requires access to the files and an account.
  requireAccess(actor, repo, header.viewer.canWrite ? 'write' : 'content')
  requireUser(actor)
  const { commitOid, revision, path, ref } = await splitRevisionPath(hub, repo, rest)
  const refs = await listRefs(hub, repo)
  const shared = {
    header,
    movedTo,
    revision,
    commitOid,
    path,
    branches: refs.branches.map(({ name }) => name),
    tags: refs.tags.map(({ name }) => name),
  }
  const refused = (problem: NonNullable<EditPage['problem']>): EditPage => ({ ...shared, text: null, problem, card: null })
  if (ref === null || !ref.startsWith('refs/heads/')) return refused('not-a-branch')
  const entry = path === '' ? null : await findEntry(hub, repo, commitOid, path)
  if (isNew) return entry !== null && entry.type !== 'directory' ? refused('exists') : { ...shared, text: null, problem: null, card: null }
  if (!entry || entry.type === 'directory') throw new HubError('entry.not_found', { path, commitOid })
  if (entry.lfs || entry.type !== 'file') return refused('not-text')
  if (entry.size > maxEditedBytes) return refused('too-large')
  const text = textOf(await readBlob(hub, repo, entry.oid))
  if (text === null) return refused('not-text')
  return { ...shared, text, problem: null, card: path === 'README.md' ? await readFieldsOfCard(text) : null }
}

/** `null` for content that a text field could not return unchanged. */
function textOf(content: Buffer): string | null {
  const text = content.toString('utf8')
  return content.includes(0) || !Buffer.from(text).equals(content) ? null : text
}

export interface Draft {
  /** `revision/path` of the page: a branch, and the file's old path; for a new file, the folder. */
  readonly rest: string
  /** The commit the editor was opened on. */
  readonly parent: string
  /** The file's new path. */
  readonly path: string
  /** Its previous name; `null` for a new file. */
  readonly oldPath: string | null
  readonly text: string
}

export interface Preview {
  readonly diff: DiffView
  /** Markdown files as their page would show them, others as source. */
  readonly shown: { readonly kind: 'markdown' | 'source'; readonly html: string }
  readonly cardErrors: readonly string[]
  readonly cardWarnings: readonly string[]
}

/** Previews a draft and what it changes. Writes nothing. */
export async function previewDraft(hub: Hub, actor: Actor, type: RepoType, fullName: string, draft: Draft): Promise<Preview> {
  const repo = await requireRepo(hub, actor, type, fullName, 'content')
  requireUser(actor)
  const { revision } = await splitRevisionPath(hub, repo, draft.rest)
  const after = Buffer.from(draft.text)
  if (after.length > maxEditedBytes) throw tooLarge()
  const before = await oldContent(hub, repo, draft)
  const diff = await draftDiff(repo, { path: draft.path, oldPath: draft.oldPath, before, after })
  const verdict = draft.path === 'README.md' ? await checkCard(draft.text, type) : { errors: [], warnings: [] }
  const isMarkdown = /\.(md|markdown)$/i.test(draft.path)
  const base = `/${type === 'model' ? '' : `${type}s/`}${repo.fullName}`
  const folder = draft.path
    .split('/')
    .slice(0, -1)
    .map((part) => `${encodeURIComponent(part)}/`)
    .join('')
  const at = encodeURIComponent(revision)
  const html = isMarkdown
    ? (
        await renderCard(renderingsOf(hub), {
          markdown: bodyOfCard(draft.text),
          cacheKey: null,
          linkBase: `${base}/blob/${at}/${folder}`,
          rawBase: `${base}/resolve/${at}/${folder}`,
        })
      ).html
    : (await highlightSource(renderingsOf(hub), { text: draft.text, path: draft.path, cacheKey: null })).html
  return {
    diff,
    shown: { kind: isMarkdown ? 'markdown' : 'source', html },
    cardErrors: verdict.errors.map(({ message }) => message),
    cardWarnings: verdict.warnings.map(({ message }) => message),
  }
}

async function oldContent(hub: Hub, repo: WithContent, draft: Draft): Promise<Buffer | null> {
  if (draft.oldPath === null) return null
  const { commitOid } = await resolveRevision(hub, repo, draft.parent)
  const entry = await findEntry(hub, repo, commitOid, draft.oldPath)
  return entry?.type === 'file' ? readBlob(hub, repo, entry.oid) : null
}

export interface CommitDraft extends Draft {
  readonly summary: string
  readonly description: string
  /** A branch to create for the change; `null` commits to the page's branch. */
  readonly newBranch: string | null
  /** Proposes the change instead of committing it; anyone who may read the files may do this. */
  readonly isPullRequest: boolean
  /** Deletes the file instead. */
  readonly isDeletion: boolean
}

export type DraftOutcome =
  | {
      readonly kind: 'done'
      readonly commitOid: string
      readonly branch: string
      readonly path: string | null
      readonly pullRequest: number | null
    }
  /** Someone else committed first: what they changed, and the commit to build on instead. */
  | {
      readonly kind: 'stale'
      readonly parent: string
      readonly commits: number
      readonly paths: readonly string[]
      readonly touched: boolean
    }

/**
 * Commits an edit from the browser.
 * @throws {HubError} as {@link createCommit}, and `revision.exists` for the new branch; a stale parent is an outcome, not an error
 */
export async function commitDraft(hub: Hub, actor: Actor, type: RepoType, fullName: string, draft: CommitDraft): Promise<DraftOutcome> {
  const repo = await requireRepo(hub, actor, type, fullName, draft.isPullRequest ? 'content' : 'write')
  const { revision, commitOid: head } = await splitRevisionPath(hub, repo, draft.rest)
  const { path, oldPath, newBranch } = draft
  if (!isOid(draft.parent))
    throw new HubError('body.invalid', { message: 'The form does not say which commit it was opened at', field: 'parent' })
  const { parent } = draft
  if (!draft.isDeletion && Buffer.byteLength(draft.text) > maxEditedBytes) throw tooLarge()
  await refuseOverwriting(hub, repo, draft)
  const operations: CommitOperation[] =
    draft.isDeletion && oldPath !== null
      ? [{ kind: 'delete', path: oldPath, scope: 'file' }]
      : [{ kind: 'file', path, content: Buffer.from(draft.text), ...(oldPath === null || oldPath === path ? {} : { oldPath }) }]
  const branch = newBranch ?? revision
  if (newBranch !== null) await createBranch(hub, actor, repo, { name: newBranch, startingPoint: draft.parent })
  try {
    const { summary, description, isPullRequest } = draft
    const input = { revision: branch, parentCommit: parent, summary, description, operations, createPullRequest: isPullRequest }
    const { commitOid, pullRequest } = await createCommit(hub, actor, repo, input)
    return { kind: 'done', commitOid, branch, path: draft.isDeletion ? null : path, pullRequest }
  } catch (error) {
    // A branch without the change it was created for is useless.
    if (newBranch !== null) await deleteBranch(hub, actor, repo, newBranch)
    if (newBranch === null && isHubError(error, 'commit.stale_parent'))
      return staleOutcome(hub, repo, parent, head, [path, oldPath ?? path])
    throw error
  }
}

/** A created or moved file does not replace another one without being asked to. */
async function refuseOverwriting(hub: Hub, repo: WithContent, draft: CommitDraft): Promise<void> {
  if (draft.isDeletion || draft.path === draft.oldPath || draft.path === '') return
  const { commitOid } = await resolveRevision(hub, repo, draft.parent)
  if (await findEntry(hub, repo, commitOid, draft.path))
    throw new HubError('commit.invalid_path', { message: `${draft.path} is there already`, path: draft.path, field: 'path' })
}

/** What has happened on the branch since the editor was opened. */
async function staleOutcome(hub: Hub, repo: WithContent, parent: Oid, head: Oid, touched: readonly string[]): Promise<DraftOutcome> {
  const { ahead } = await divergence(hub, repo, head, parent)
  const files = await changedFiles(hub, repo, parent, head)
  return {
    kind: 'stale',
    parent: head,
    commits: ahead.length,
    paths: files.slice(0, 20).map(({ path }) => path),
    touched: files.some(({ path, oldPath }) => touched.includes(path) || (oldPath !== null && touched.includes(oldPath))),
  }
}

function tooLarge(): HubError {
  return new HubError('commit.file_too_large', {
    message: `A file of more than ${maxEditedBytes / 1024} KiB is not edited in the browser: upload it`,
    field: 'text',
  })
}
