import type { CommitRow } from '@portolan/pages'
import { Tag } from 'lucide-react'
import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/branches'
import { RepoHeader } from '../../features/repo-header.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { comparePath, filePath, typeOfPath } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { FormError, TextField } from '../../ui/field.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const number = Number(url.searchParams.get('p') ?? '0')
  const at = Number.isInteger(number) && number >= 0 ? number : 0
  const page = await orErrorPage(() => context.get(hubContext).refs(typeOfPath(url.pathname), `${params.owner}/${params.name}`, at))
  if (page.movedTo) throw redirect(`${page.movedTo}/branches`)
  return page
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const type = typeOfPath(new URL(request.url).pathname)
  const fullName = `${params.owner}/${params.name}`
  const form = await request.formData()
  const kind = formText(form, 'kind') === 'tag' ? 'tag' : 'branch'
  const name = formText(form, 'name')
  const here = new URL(request.url).pathname.replace(/\.data$/, '')
  const outcome = await orFormError(async () => {
    if (formText(form, 'intent') === 'delete') {
      await hub.deleteRef(type, fullName, kind, name)
      return redirect(`${here}?done=deleted`)
    }
    await hub.createRef(type, fullName, { kind, name, from: formText(form, 'from') || 'main', message: formText(form, 'message') })
    return redirect(`${here}?done=saved`)
  })
  return outcome instanceof Response ? outcome : { ...outcome, kind, intent: formText(form, 'intent'), name }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Branches and tags of ${loaderData?.header.fullName ?? ''} · Portolan` },
]

export default function BranchesRoute({ loaderData: page, actionData: failure }: Route.ComponentProps) {
  const { header } = page
  const { canWrite } = header.viewer
  return (
    <>
      <RepoHeader repo={header} />
      <main id="main" className="page grid gap-6 py-6">
        {failure?.intent === 'delete' ? <FormError>{failure.error}</FormError> : null}
        <Panel title={`${page.branchTotal} ${page.branchTotal === 1 ? 'branch' : 'branches'}`}>
          <ul className="divide-y divide-line">
            {page.branches.map(({ name, commit, isDefault, divergence }) => (
              <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                <div className="min-w-0 grow basis-60">
                  <p className="flex flex-wrap items-center gap-2">
                    <Link to={filePath(header.path, 'tree', name)} className="font-mono text-sm font-semibold break-all text-ink">
                      {name}
                    </Link>
                    {isDefault ? <Badge>Default</Badge> : null}
                  </p>
                  <LastCommit commit={commit} repoPath={header.path} />
                </div>
                {divergence ? (
                  <p className="text-sm whitespace-nowrap">
                    <Link to={comparePath(header.path, 'main', name)} className="text-sea">
                      {divergence.ahead} ahead
                    </Link>
                    ,{' '}
                    <Link to={comparePath(header.path, name, 'main')} className="text-sea">
                      {divergence.behind} behind
                    </Link>
                  </p>
                ) : null}
                {canWrite && !isDefault ? <DeleteRef kind="branch" name={name} /> : null}
              </li>
            ))}
          </ul>
          {canWrite ? <CreateRef kind="branch" failure={failure} /> : null}
        </Panel>
        <Panel title={`${page.tagTotal} ${page.tagTotal === 1 ? 'tag' : 'tags'}`}>
          {page.tags.length === 0 ? <Empty title="No tags">Tags mark a fixed version, such as v1.0.</Empty> : null}
          <ul className="divide-y divide-line">
            {page.tags.map(({ name, commit, message }) => (
              <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                <div className="min-w-0 grow basis-60">
                  <p className="flex items-center gap-2">
                    <Tag size={15} aria-hidden="true" className="shrink-0 text-soft" />
                    <Link to={filePath(header.path, 'tree', name)} className="font-mono text-sm font-semibold break-all text-ink">
                      {name}
                    </Link>
                  </p>
                  {message ? <p className="break-words whitespace-pre-wrap">{message}</p> : null}
                  <LastCommit commit={commit} repoPath={header.path} />
                </div>
                {canWrite ? <DeleteRef kind="tag" name={name} /> : null}
              </li>
            ))}
          </ul>
          {canWrite ? <CreateRef kind="tag" failure={failure} /> : null}
        </Panel>
        <Pagination previous={page.page > 0 ? `?p=${page.page - 1}` : null} next={page.more ? `?p=${page.page + 1}` : null} />
      </main>
    </>
  )
}

function LastCommit({ commit, repoPath }: { commit: CommitRow; repoPath: string }) {
  return (
    <p className="text-sm break-words text-soft">
      <Link to={`${repoPath}/commit/${commit.id}`} className="font-mono text-sea">
        {commit.id.slice(0, 7)}
      </Link>{' '}
      {commit.title}, {commit.author}, <Time iso={commit.date} />
    </p>
  )
}

/** Deletes a ref in two steps, with or without JavaScript. */
function DeleteRef({ kind, name }: { kind: 'branch' | 'tag'; name: string }) {
  return (
    <details>
      <summary className={buttonClasses({ look: 'quiet', small: true })} aria-label={`Delete ${kind} ${name}`}>
        Delete
      </summary>
      <Form method="post" className="mt-1">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="name" value={name} />
        <Button type="submit" look="danger" small>
          Delete {name.length > 30 ? kind : name} permanently
        </Button>
      </Form>
    </details>
  )
}

function CreateRef({
  kind,
  failure,
}: {
  kind: 'branch' | 'tag'
  failure: { error: string; kind: string; intent: string; name: string } | undefined
}) {
  const mine = failure?.kind === kind && failure.intent === 'create' ? failure : null
  return (
    <details className="mt-4" open={mine !== null}>
      <summary className={buttonClasses({ small: true })}>New {kind}</summary>
      <Form method="post" className="mt-3 grid max-w-xl gap-3">
        <input type="hidden" name="intent" value="create" />
        <input type="hidden" name="kind" value={kind} />
        <TextField label="Name" name="name" required maxLength={200} defaultValue={mine?.name} error={mine?.error} />
        <TextField label="From" name="from" defaultValue="main" required hint="A branch, a tag or a commit id." />
        {kind === 'tag' ? <TextField label="Message" name="message" maxLength={1000} hint="Optional." /> : null}
        <div>
          <Button type="submit" look="primary">
            Create {kind}
          </Button>
        </div>
      </Form>
    </details>
  )
}
