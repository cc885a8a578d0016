import type { GcRunView } from '@portolan/pages'
import { Form, redirect, useNavigation } from 'react-router'
import type { Route } from './+types/garbage-collection'
import { LatestRun } from '../../features/garbage-collection/latest-run.tsx'
import { MarkedThing } from '../../features/garbage-collection/marked-thing.tsx'
import { RunList } from '../../features/garbage-collection/run-list.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { AdminFrame } from './admin-frame.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = askedOf(request)
  return { asked, ...(await orErrorPage(() => context.get(hubContext).garbageCollection(asked))) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  const [intent, key] = [formText(form, 'intent'), formText(form, 'key')]
  return orFormError(async () => {
    if (intent === 'keep' || intent === 'release') {
      const count = await hub.keepMark(key, intent === 'keep')
      if (count === 0) return { error: 'It is not marked any more: it is needed again, or gone.', field: null }
      return redirect(back(request, 'saved'))
    }
    if (intent === 'restore') {
      const repo = await hub.restoreRepo(key, formText(form, 'as').trim())
      return redirect(`${repo.path}?done=saved`)
    }
    const answer = await hub.collect(intent !== 'run')
    if (answer.state === 'refused') return { error: refusal(answer.by), field: null }
    if (answer.state === 'failed') return { error: 'It failed. The list of runs, or the log of the server, says why.', field: null }
    // Whether or not the run has finished, the page shows its status.
    return redirect(back(request))
  })
}

/** Returns this page's URL with its filters kept. */
function back(request: Request, done = ''): string {
  const query = new URLSearchParams(Object.entries({ ...askedOf(request), done }).filter(([, value]) => value !== ''))
  return `/admin/garbage-collection${query.size === 0 ? '' : `?${query.toString()}`}`
}

/** Returns the filters in the query string, ignoring other parameters. */
function askedOf(request: Request): Record<'kind' | 'key' | 'why', string> {
  const { searchParams } = new URL(request.url)
  const asked = (name: string) => searchParams.get(name)?.trim().toLowerCase() ?? ''
  return { kind: asked('kind'), key: asked('key'), why: asked('why') }
}

function refusal(by: GcRunView | null): string {
  if (by === null) return 'A backup is being made, or a run has ended at this moment: one of them at a time. Try again later.'
  return `Nothing new was begun: a ${by.isDry ? 'look at what a run would do' : 'run'} still goes on. Try again when it has ended.`
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Garbage collection · Portolan' }]

export default function GarbageCollection({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, kinds, everyHours, runs, marks, hasMoreMarks, why } = loaderData
  const isSending = useNavigation().state !== 'idle'
  return (
    <AdminFrame title="Garbage collection">
      <p className="max-w-prose text-soft">
        Unreferenced data is marked, kept for a while, and then deleted.{' '}
        {everyHours === 0 ? 'It runs only when asked.' : `It runs by itself every ${everyHours} hours.`}
      </p>
      <FormError>{actionData?.error}</FormError>
      <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="dry" disabled={isSending}>
          Show what a run would do
        </Button>
        <Button type="submit" name="intent" value="run" look="primary" disabled={isSending}>
          Run now
        </Button>
      </Form>
      <LatestRun run={runs[0]} />
      <Panel title="Why is this retained?">
        <Form method="get" className="flex max-w-3xl gap-2">
          <input
            name="why"
            aria-label="sha-256 of a large file, or id of a git object"
            placeholder="sha-256 of a large file, or id of a git object"
            defaultValue={asked.why}
            className="field font-mono"
            spellCheck={false}
          />
          <Button type="submit">Ask</Button>
        </Form>
        {why ? (
          <ul className="mt-3 grid list-disc gap-1 pl-5" role="status">
            {(why.length === 0 ? ['The hub has nothing of that name.'] : why).map((reason) => (
              <li key={reason} className="break-words">
                {reason}
              </li>
            ))}
          </ul>
        ) : null}
      </Panel>
      <section className="grid grid-cols-1 gap-3">
        <h2 className="panel-title">Marked</h2>
        <Form method="get" className="flex flex-wrap gap-2">
          <select name="kind" aria-label="Kind" defaultValue={asked.kind} className="field w-auto">
            <option value="">everything</option>
            {kinds.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </select>
          <input
            name="key"
            aria-label="Exact id"
            placeholder="exact id"
            defaultValue={asked.key}
            className="field w-72 max-w-full font-mono"
            spellCheck={false}
          />
          <Button type="submit">Filter</Button>
        </Form>
        {marks.length === 0 ? (
          <Empty title="Nothing is marked" />
        ) : (
          <ul className="sheet divide-y divide-line">
            {marks.map((mark) => (
              <MarkedThing key={`${mark.kind} ${mark.key} ${mark.note}`} mark={mark} />
            ))}
          </ul>
        )}
        {hasMoreMarks ? <p className="text-sm text-soft">There are more; these go first. Filter to see others.</p> : null}
      </section>
      <section className="grid grid-cols-1 gap-3">
        <h2 className="panel-title">Runs</h2>
        <RunList runs={runs} />
      </section>
    </AdminFrame>
  )
}
