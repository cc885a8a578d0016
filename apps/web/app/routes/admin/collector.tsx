import { Form, redirect } from 'react-router'
import type { Route } from './+types/collector'
import { formText } from '../../lib/form-text.ts'
import { formatBytes } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { AdminFrame } from './admin-frame.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const asked = Object.fromEntries(
    ['kind', 'key', 'why'].map((name) => [name, searchParams.get(name)?.trim().toLowerCase() ?? '']),
  ) as Record<'kind' | 'key' | 'why', string>
  return { asked, ...(await orErrorPage(() => context.get(hubContext).collector(asked))) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  const [intent, key] = [formText(form, 'intent'), formText(form, 'key')]
  return orFormError(async () => {
    if (intent === 'hold' || intent === 'release') {
      const count = await hub.holdMark(key, intent === 'hold')
      if (count === 0) return { error: 'It is not marked any more: it is needed again, or gone.', field: null }
      return redirect('/admin/collector?done=saved')
    }
    if (intent === 'restore') {
      const repo = await hub.restoreRepo(key, formText(form, 'as'))
      return redirect(`${repo.path}?done=saved`)
    }
    const figures = await hub.collect(intent !== 'run')
    if (figures === null) return { error: 'The collector, or a backup, is at work. Try again later.', field: null }
    if (figures === 'running' && intent !== 'run')
      return { error: 'The look takes longer than a page waits. `portolan gc --dry-run` shows its result.', field: null }
    return intent === 'run' ? redirect('/admin/collector?done=saved') : { preview: figures === 'running' ? [] : figures }
  })
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Collector · Portolan' }]

type Figures = NonNullable<Route.ComponentProps['loaderData']['runs'][number]['figures']>

export default function Collector({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, kinds, everyHours, runs, marks, hasMoreMarks, why } = loaderData
  const preview = actionData && 'preview' in actionData ? (actionData.preview ?? null) : null
  return (
    <AdminFrame title="Collector">
      <p className="max-w-prose text-soft">
        What nothing needs any more is marked, kept for a while, and freed then.{' '}
        {everyHours === 0 ? 'It runs only when asked.' : `It runs by itself every ${everyHours} hours.`}
      </p>
      <FormError>{actionData && 'error' in actionData ? actionData.error : null}</FormError>
      <Form method="post" className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="dry">
          Show what a run would do
        </Button>
        <Button type="submit" name="intent" value="run" look="primary">
          Run now
        </Button>
      </Form>
      {preview ? (
        <Panel title="What a run would do now">
          <FiguresTable figures={preview} label="What a run would do" isDry />
        </Panel>
      ) : null}
      <Panel title="Why is this kept?">
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
        <h2 className="lettering">Marked</h2>
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
              <li
                key={`${mark.kind} ${mark.key} ${mark.note}`}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
              >
                <div className="min-w-0 grow basis-60">
                  <p className="flex flex-wrap items-center gap-2">
                    <Badge>{mark.kind}</Badge>
                    {mark.note ? <span className="break-words">{mark.note}</span> : null}
                    <span>{formatBytes(mark.bytes)}</span>
                    {mark.held ? <Badge tone="good">held</Badge> : null}
                  </p>
                  <p className="font-mono text-xs break-all text-soft">{mark.key}</p>
                  <p className="text-sm text-soft">
                    unneeded since <Time iso={mark.markedAt} />, {mark.held ? 'kept until it is released' : 'kept until '}
                    {mark.held ? null : <Time iso={mark.dueAt} />}
                  </p>
                </div>
                <Form method="post" className="flex flex-wrap gap-2">
                  <input type="hidden" name="key" value={mark.key} />
                  {mark.kind === 'repository' ? (
                    <Button type="submit" small name="intent" value="restore" aria-label={`Restore ${mark.note ?? mark.key}`}>
                      Restore
                    </Button>
                  ) : null}
                  <Button
                    type="submit"
                    small
                    name="intent"
                    value={mark.held ? 'release' : 'hold'}
                    aria-label={`${mark.held ? 'Release' : 'Keep'} ${mark.note ?? mark.key}`}
                  >
                    {mark.held ? 'Release' : 'Keep'}
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        )}
        {hasMoreMarks ? <p className="text-sm text-soft">There are more; these go first. Filter to see others.</p> : null}
      </section>
      <section className="grid grid-cols-1 gap-3">
        <h2 className="lettering">Runs</h2>
        {runs.length === 0 ? (
          <Empty title="It has not run yet" />
        ) : (
          runs.map((run) => (
            <details key={run.id} className="sheet px-4 py-3">
              <summary className="flex flex-wrap gap-x-4">
                <Time iso={run.startedAt} />
                <span>{run.state === 'running' ? 'running' : run.state === 'failed' ? 'failed' : summaryOf(run.figures)}</span>
                {run.seconds === null ? null : <span className="text-soft">{run.seconds.toFixed(1)} s</span>}
              </summary>
              <div className="mt-3">
                {run.error ? <p className="break-words text-bad">{run.error}</p> : null}
                {run.figures ? <FiguresTable figures={run.figures} label={`Run ${run.id}`} isDry={false} /> : null}
              </div>
            </details>
          ))
        )}
      </section>
    </AdminFrame>
  )
}

function summaryOf(figures: Figures | null): string {
  const freed = (figures ?? []).reduce((sum, each) => ({ count: sum.count + each.freed.count, bytes: sum.bytes + each.freed.bytes }), {
    count: 0,
    bytes: 0,
  })
  return freed.count === 0 ? 'nothing freed' : `${freed.count} freed, ${formatBytes(freed.bytes)}`
}

function FiguresTable({ figures, label, isDry }: { figures: Figures; label: string; isDry: boolean }) {
  return (
    <Table label={label}>
      <thead>
        <tr className="text-sm text-soft">
          <th scope="col">Kind</th>
          <th scope="col">Unneeded</th>
          <th scope="col">Past their time</th>
          {isDry ? null : <th scope="col">Freed</th>}
        </tr>
      </thead>
      <tbody>
        {figures.map(({ kind, unneeded, due, freed }) => (
          <tr key={kind}>
            <th scope="row" className="font-medium">
              {kind}
            </th>
            {[unneeded, due, ...(isDry ? [] : [freed])].map(({ count, bytes }, at) => (
              <td key={['unneeded', 'due', 'freed'][at]} className="whitespace-nowrap">
                {count} <span className="text-sm text-soft">{formatBytes(bytes)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
