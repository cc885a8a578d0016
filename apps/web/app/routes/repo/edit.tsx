import type { DraftOutcome } from '@portolan/pages'
import { Form, redirect, useNavigation } from 'react-router'
import type { Route } from './+types/edit'
import { shownDiff } from '../../features/diff/shown-diff.server.ts'
import { CardForm } from '../../features/editor/card-form.tsx'
import { DraftPreview } from '../../features/editor/draft-preview.tsx'
import { readDraft } from '../../features/editor/draft.server.ts'
import { StaleNote } from '../../features/editor/stale-note.tsx'
import { TextEditor } from '../../features/editor/text-editor.tsx'
import { RepoHeader } from '../../features/repo-header.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { asFailure, orErrorPage } from '../../lib/page-error.ts'
import { comparePath, filePath, typeOfPath } from '../../lib/paths.ts'
import { placeFailure } from '../../lib/place-failure.ts'
import { toSignIn } from '../../lib/to-sign-in.ts'
import { Button, buttonClasses, LinkButton } from '../../ui/button.tsx'
import { FormError, TextArea, TextField } from '../../ui/field.tsx'
import { Empty } from '../../ui/panel.tsx'

function isNewPath(pathname: string, fullName: string): boolean {
  return pathname.slice(pathname.indexOf(fullName) + fullName.length).startsWith('/new/')
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const { pathname } = new URL(request.url)
  const fullName = `${params.owner}/${params.name}`
  const isNew = isNewPath(pathname, fullName)
  if (!hub.viewer) throw toSignIn(request)
  const page = await orErrorPage(() => hub.edit(typeOfPath(pathname), fullName, params['*'] ?? '', isNew))
  if (page.movedTo) throw redirect(filePath(page.movedTo, isNew ? 'new' : 'edit', page.revision, page.path))
  return { ...page, isNew, isCrlf: page.text?.includes('\r\n') ?? false }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const { pathname } = new URL(request.url)
  const type = typeOfPath(pathname)
  const fullName = `${params.owner}/${params.name}`
  const form = await request.formData()
  const intent = formText(form, 'intent')
  const oldPath = formText(form, 'oldPath') || null
  const base = { preview: null, stale: null, error: null, field: null, values: null, card: null }
  try {
    const values = await readDraft(hub, form)
    const card = values.path === 'README.md' ? await hub.readCardFields(values.text) : null
    const said = { ...base, values, card }
    const draft = { rest: params['*'] ?? '', parent: values.parent, path: values.path, oldPath, text: values.text }
    try {
      if (intent === 'preview') {
        const preview = await hub.previewDraft(type, fullName, draft)
        return { ...said, preview: { ...preview, diff: shownDiff(preview.diff, request) } }
      }
      const isDeletion = intent === 'delete'
      const name = isDeletion ? oldPath : values.path
      const summary = values.summary || `${isDeletion ? 'Delete' : oldPath === null ? 'Add' : 'Update'} ${name}`
      const newBranch = formText(form, 'target') === 'new' ? values.newBranch : null
      const { description } = values
      const isPullRequest = formText(form, 'target') === 'pr'
      const outcome = await hub.commitDraft(type, fullName, { ...draft, summary, description, newBranch, isPullRequest, isDeletion })
      if (outcome.kind === 'stale')
        return { ...said, values: { ...values, parent: outcome.parent }, stale: { ...outcome, since: values.parent } }
      return redirect(afterwards(formText(form, 'repoPath'), newBranch, outcome))
    } catch (error) {
      const failure = asFailure(error)
      if (!failure) throw error
      const field = failure.details?.['field']
      return {
        ...said,
        error: failure.message,
        field: typeof field === 'string' ? field : failure.code === 'revision.exists' ? 'newBranch' : null,
      }
    }
  } catch (error) {
    const failure = asFailure(error)
    if (!failure) throw error
    return { ...base, error: failure.message }
  }
}

function afterwards(repoPath: string, newBranch: string | null, outcome: Extract<DraftOutcome, { kind: 'done' }>): string {
  // Only allow paths on this hub, because the field comes from the form.
  const at = /^\/(?![/\\])[\w./-]+$/.test(repoPath) ? repoPath : '/'
  if (outcome.pullRequest !== null) return `${at}/discussions/${outcome.pullRequest}`
  if (newBranch !== null) return comparePath(at, 'main', outcome.branch)
  if (outcome.path === null) return `${filePath(at, 'tree', outcome.branch)}?done=deleted`
  return `${filePath(at, 'blob', outcome.branch, outcome.path)}?done=saved`
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.isNew ? 'New file' : `Edit ${loaderData?.path ?? ''}`} · ${loaderData?.header.fullName ?? ''} · Portolan` },
]

/** The targets for a change: users without write access can only propose it. */
function targets(canWrite: boolean, branch: string): { value: string; label: string }[] {
  const proposal = { value: 'pr', label: 'Open a pull request' }
  return canWrite
    ? [{ value: 'here', label: `Commit to ${branch}` }, { value: 'new', label: 'Commit to a new branch' }, proposal]
    : [proposal]
}

const problems = {
  'not-a-branch': 'Only a branch can be changed: this is a tag or a commit.',
  'not-text': 'This file is no text that a browser can give back as it is. Upload a new version instead.',
  'too-large': 'This file is too large to be edited in a browser. Upload a new version instead.',
  exists: 'A file of this name is there already.',
} as const

export default function EditRoute({ loaderData: page, actionData }: Route.ComponentProps) {
  const { header, isNew } = page
  const { state } = useNavigation()
  const values = actionData?.values ?? null
  const card = (actionData?.values ? actionData.card : page.card) ?? (isNew ? null : page.card)
  const refused = actionData?.error ? { error: actionData.error, field: actionData.field } : null
  const { above, at } = placeFailure(refused, ['path', 'text', 'newBranch'])
  const folder = page.path === '' ? '' : `${page.path}/`
  if (page.problem !== null)
    return (
      <>
        <RepoHeader repo={header} revision={page.revision} />
        <main id="main" className="page py-6">
          <Empty title="Not to be edited here">
            <p>{problems[page.problem]}</p>
            <p className="mt-3">
              <LinkButton to={filePath(header.path, 'tree', 'main')}>Files of main</LinkButton>
            </p>
          </Empty>
        </main>
      </>
    )
  return (
    <>
      <RepoHeader repo={header} revision={page.revision} />
      <main id="main" className="page grid gap-6 py-6">
        <Form key={values?.serial ?? 'first'} method="post" preventScrollReset className="grid gap-5">
          <input type="hidden" name="parent" value={values?.parent ?? page.commitOid} />
          <input type="hidden" name="oldPath" value={isNew ? '' : page.path} />
          <input type="hidden" name="eol" value={(values?.isCrlf ?? page.isCrlf) ? 'crlf' : 'lf'} />
          <input type="hidden" name="repoPath" value={header.path} />
          <FormError>{above}</FormError>
          {actionData?.stale ? <StaleNote stale={actionData.stale} since={actionData.stale.since} repoPath={header.path} /> : null}
          <TextField
            label={isNew ? 'Name of the new file' : 'File'}
            name="path"
            required
            maxLength={1000}
            defaultValue={values?.path ?? (isNew ? folder : page.path)}
            hint={isNew ? 'Slashes make folders.' : 'Change the path to move the file.'}
            error={at('path')}
            className="font-mono"
            autoComplete="off"
          />
          {card && (values?.path ?? page.path) === 'README.md' ? (
            <CardForm card={card} errors={actionData?.preview?.cardErrors ?? []} warnings={actionData?.preview?.cardWarnings ?? []} />
          ) : null}
          <div>
            <TextEditor
              text={values?.text ?? page.text ?? ''}
              path={values?.path ?? page.path}
              label={`Text of ${values?.path || page.path || 'the new file'}`}
            />
            {at('text') ? <p className="mt-1 text-sm font-medium text-bad">{at('text')}</p> : null}
          </div>
          <div>
            <Button type="submit" name="intent" value="preview" disabled={state !== 'idle'}>
              Preview
            </Button>
          </div>
          {actionData?.preview ? <DraftPreview preview={actionData.preview} repoPath={header.path} /> : null}
          <fieldset className="group/commit sheet grid max-w-3xl gap-4 p-4">
            <legend className="panel-title px-1">Commit</legend>
            <TextField
              label="Summary"
              name="summary"
              maxLength={500}
              defaultValue={values?.summary}
              placeholder={isNew ? 'Add a file' : `Update ${page.path}`}
            />
            <TextArea label="Description" name="description" maxLength={10_000} defaultValue={values?.description} />
            <div className="grid gap-2" role="radiogroup" aria-label="Where to">
              {targets(header.viewer.canWrite, page.revision).map(({ value, label }) => (
                <label key={value} className="flex items-center gap-3">
                  <input
                    type="radio"
                    name="target"
                    value={value}
                    defaultChecked={value === (values?.target || (header.viewer.canWrite ? 'here' : 'pr'))}
                    className="size-4 accent-accent"
                  />
                  {label}
                </label>
              ))}
            </div>
            {header.viewer.canWrite ? (
              <div className="hidden group-has-[[value=new]:checked]/commit:block">
                <TextField
                  label="Name of the new branch"
                  name="newBranch"
                  maxLength={200}
                  defaultValue={values?.newBranch}
                  error={at('newBranch')}
                  className="font-mono"
                  autoComplete="off"
                />
              </div>
            ) : null}
            <div className="flex flex-wrap gap-3">
              <Button type="submit" name="intent" value="commit" look="primary" disabled={state !== 'idle'}>
                Commit
              </Button>
              <LinkButton
                to={
                  isNew ? filePath(header.path, 'tree', page.revision, page.path) : filePath(header.path, 'blob', page.revision, page.path)
                }
              >
                Cancel
              </LinkButton>
            </div>
          </fieldset>
          {isNew || !header.viewer.canWrite ? null : (
            <details>
              <summary className={buttonClasses({ look: 'quiet', small: true })}>Delete this file</summary>
              <p className="my-2">The file goes from {page.revision}; its history stays.</p>
              <Button type="submit" name="intent" value="delete" look="danger">
                Delete {page.path}
              </Button>
            </details>
          )}
        </Form>
      </main>
    </>
  )
}
