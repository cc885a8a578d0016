import { FileDiff, FolderTree, Undo2 } from 'lucide-react'
import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/commit'
import { DiffList } from '../../features/diff/diff-list.tsx'
import { askedFile, shownDiff } from '../../features/diff/shown-diff.server.ts'
import { RepoHeader } from '../../features/repo-header.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { formText } from '../../lib/form-text.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { filePath, typeOfPath } from '../../lib/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { AnchorButton, Button, buttonClasses, LinkButton } from '../../ui/button.tsx'
import { FormError, SelectField } from '../../ui/field.tsx'
import { Time } from '../../ui/time.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = await orErrorPage(() =>
    context
      .get(hubContext)
      .commit(typeOfPath(new URL(request.url).pathname), `${params.owner}/${params.name}`, params.oid, askedFile(request)),
  )
  if (page.movedTo) throw redirect(`${page.movedTo}/commit/${page.commit.id}`)
  return { ...page, diff: shownDiff(page.diff, request) }
}

/** Reverts the commit on a branch. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  const type = typeOfPath(new URL(request.url).pathname)
  const fullName = `${params.owner}/${params.name}`
  return orFormError(async () => {
    const { header } = await hub.repo(type, fullName)
    const { commitOid } = await hub.revert(type, fullName, { oid: params.oid, branch: formText(form, 'branch') })
    return redirect(`${header.path}/commit/${commitOid}?done=saved`)
  })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.commit.title ?? 'Commit'} · Portolan` }]

export default function CommitRoute({ loaderData: { header, commit, branches, diff }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  const patch = `${header.path}/commit/${commit.id}`
  return (
    <>
      <RepoHeader repo={header} />
      <main id="main" className="page py-6">
        <div className="sheet mb-5 px-5 py-4">
          <h2 className="display text-xl break-words">{commit.title}</h2>
          {commit.message ? <p className="mt-2 whitespace-pre-wrap">{commit.message}</p> : null}
          <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
            <span className="flex items-center gap-2">
              <Avatar name={commit.author} size={22} />
              <span>
                {commit.author}, <Time iso={commit.date} />
              </span>
            </span>
            <span className="font-mono break-all">{commit.id}</span>
            {commit.parents.map((parent) => (
              <Link key={parent} to={`${header.path}/commit/${parent}`} className="text-sea">
                parent <span className="font-mono">{parent.slice(0, 7)}</span>
              </Link>
            ))}
          </p>
          <p className="mt-3 flex flex-wrap gap-2">
            <LinkButton small to={filePath(header.path, 'tree', commit.id)}>
              <FolderTree size={15} aria-hidden="true" />
              Files at this commit
            </LinkButton>
            {header.viewer.canReadContent ? (
              <>
                <AnchorButton small href={`${patch}.patch`}>
                  <FileDiff size={15} aria-hidden="true" />
                  Patch
                </AnchorButton>
                <AnchorButton small href={`${patch}.diff`}>
                  Diff
                </AnchorButton>
              </>
            ) : null}
          </p>
          {branches.length > 0 && commit.parents.length > 0 ? <Revert branches={branches} error={failure?.error ?? null} /> : null}
          {commit.parents.length > 1 ? (
            <p className="mt-3 text-sm text-soft">A merge: what follows is compared with its first parent.</p>
          ) : null}
        </div>
        <DiffList diff={diff} repoPath={header.path} />
      </main>
    </>
  )
}

/** Reverts in two steps, with or without JavaScript: first the branch, then the commit. */
function Revert({ branches, error }: { branches: readonly string[]; error: string | null }) {
  return (
    <details className="mt-3" open={error !== null}>
      <summary className={buttonClasses({ small: true })}>
        <Undo2 size={15} aria-hidden="true" />
        Revert
      </summary>
      <Form method="post" className="mt-3 grid max-w-md gap-3">
        <p className="text-sm text-soft">Makes a commit that takes back what this one changed. What came after it stays.</p>
        <FormError>{error}</FormError>
        <SelectField label="On" name="branch">
          {branches.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <div>
          <Button type="submit" look="primary">
            Revert this commit
          </Button>
        </div>
      </Form>
    </details>
  )
}
