import type { ComparePage } from '@portolan/pages'
import { ArrowRight } from 'lucide-react'
import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/compare'
import { CommitList } from '../../features/commit-list.tsx'
import { DiffList } from '../../features/diff/diff-list.tsx'
import { askedFile, shownDiff } from '../../features/diff/shown-diff.server.ts'
import { RepoHeader } from '../../features/repo-header.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { comparePath, typeOfPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/panel.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const fullName = `${params.owner}/${params.name}`
  const spec = params['*'] || null
  const page = await orErrorPage(() => context.get(hubContext).compare(typeOfPath(url.pathname), fullName, spec, askedFile(request)))
  if (page.movedTo) throw redirect(spec === null ? `${page.movedTo}/compare` : `${page.movedTo}/compare/${encodeURIComponent(spec)}`)
  // The form sends both sides as parameters; redirect to the shareable URL of the comparison.
  const [from, to] = [url.searchParams.get('from'), url.searchParams.get('to')]
  if (from !== null && to !== null)
    throw redirect(comparePath(page.header.path, from.trim(), to.trim(), url.searchParams.get('since') !== 'no'))
  const { comparison } = page
  return { ...page, comparison: comparison && { ...comparison, diff: shownDiff(comparison.diff, request) } }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Compare ${loaderData ? `${loaderData.from} and ${loaderData.to} · ${loaderData.header.fullName}` : ''} · Portolan` },
]

export default function CompareRoute({ loaderData: page }: Route.ComponentProps) {
  const { header, comparison } = page
  return (
    <>
      <RepoHeader repo={header} />
      <main id="main" className="page py-6">
        <h2 className="mb-3 display text-xl">Compare</h2>
        <Pickers page={page} />
        {page.problem === null && comparison === null ? (
          <p className="text-soft">Two branches, tags or commits: what the second has that the first has not.</p>
        ) : null}
        {page.problem === null ? null : (
          <Empty title="Nothing to compare">
            <p role="alert">{page.problem}</p>
          </Empty>
        )}
        {comparison === null ? null : (
          <>
            <p className="mb-4 text-soft">
              {shortened(page.to)} has {count(comparison.ahead)} that {shortened(page.from)} has not
              {comparison.behind > 0 ? `, and lacks ${count(comparison.behind)}` : ''}.{' '}
              {page.sinceMergeBase && comparison.base !== null ? (
                <>
                  They parted at{' '}
                  <Link to={`${header.path}/commit/${comparison.base}`} className="font-mono text-sea">
                    {comparison.base.slice(0, 7)}
                  </Link>
                  .
                </>
              ) : null}
            </p>
            {comparison.commits.length > 0 ? (
              <details open={comparison.commits.length <= 10} className="mb-6">
                <summary className="mb-2 font-semibold">
                  {comparison.ahead} {comparison.ahead === 1 ? 'commit' : 'commits'}
                  {comparison.ahead > comparison.commits.length ? `, the newest ${comparison.commits.length} shown` : ''}
                </summary>
                <CommitList commits={comparison.commits} repoPath={header.path} />
              </details>
            ) : null}
            <DiffList diff={comparison.diff} repoPath={header.path} />
          </>
        )}
      </main>
    </>
  )
}

/** Abbreviates a commit; returns branches and tags as is. */
function shortened(revision: string): string {
  return /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 7) : revision
}

function count(n: number): string {
  return `${n} ${n === 1 ? 'commit' : 'commits'}`
}

function Pickers({ page }: { page: Omit<ComparePage, 'comparison'> }) {
  const field = 'min-h-10 w-full rounded-md border border-rule bg-sheet px-3 font-mono text-sm'
  return (
    <Form method="get" action={`${page.header.path}/compare`} className="sheet mb-5 flex flex-wrap items-end gap-3 px-4 py-3">
      <label className="min-w-40 grow text-sm">
        <span className="text-soft">From</span>
        <input name="from" key={page.from} defaultValue={page.from} list="revisions" required className={field} autoComplete="off" />
      </label>
      <ArrowRight size={18} aria-hidden="true" className="mb-3 hidden shrink-0 text-soft sm:block" />
      <label className="min-w-40 grow text-sm">
        <span className="text-soft">To</span>
        <input name="to" key={page.to} defaultValue={page.to} list="revisions" required className={field} autoComplete="off" />
      </label>
      <datalist id="revisions">
        {[...page.branches, ...page.tags].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <label className="text-sm max-sm:w-full">
        <span className="text-soft">Changes</span>
        <select name="since" defaultValue={page.sinceMergeBase ? 'yes' : 'no'} className={`${field} font-sans`}>
          <option value="yes">Since common ancestor</option>
          <option value="no">Direct</option>
        </select>
      </label>
      <Button type="submit" look="primary">
        Compare
      </Button>
    </Form>
  )
}
