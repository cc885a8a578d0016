import type { TaskRow } from '@portolan/pages'
import { Link } from 'react-router'
import type { Route } from './+types/tasks'
import { formatCount } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { Empty } from '../../ui/panel.tsx'
import { SearchForm } from '../../ui/search-form.tsx'

export function loader({ context, request }: Route.LoaderArgs) {
  const q = new URL(request.url).searchParams.get('q')?.trim().slice(0, 200) ?? ''
  return context.get(hubContext).tasks(q)
}

export const meta: Route.MetaFunction = () => [
  { title: 'Tasks · Portolan' },
  {
    name: 'description',
    content: 'What models are made for: every task with an example, how it is measured, and the models and datasets of this hub',
  },
]

/** Every task by modality. The search filters the list while typing; without JavaScript it is a form. */
export default function Tasks({ loaderData: page }: Route.ComponentProps) {
  return (
    <main id="main">
      <section className="border-b border-line">
        <div className="page py-8">
          <h1 className="display text-3xl sm:text-4xl">Tasks</h1>
          <p className="mt-2 max-w-prose text-soft">
            What goes in and what comes out, with an example, how results are measured, code to start with, and what this hub holds.
          </p>
          <SearchForm
            label="Search tasks"
            box={{ label: 'What you want to do', value: page.q, placeholder: 'subtitles, fraud, background removal …' }}
            isLive
            hasIcon
            className="mt-5 max-w-xl"
          />
          <p className="mt-2 text-sm text-soft" role="status">
            {page.q === '' ? `${page.found} tasks` : page.found === 0 ? `Nothing for “${page.q}”` : `${page.found} for “${page.q}”`}
          </p>
        </div>
      </section>
      <div className="page grid gap-10 py-8">
        {page.groups.length > 1 ? (
          <nav aria-label="Modalities" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {page.groups.map(({ modality, label, tasks }) => (
              <a key={modality} href={`#${modality}`} className="link">
                {label} ({tasks.length})
              </a>
            ))}
          </nav>
        ) : null}
        {page.groups.length === 0 ? (
          <Empty title="No task by these words">
            <p>
              Try one word, such as “translate” or “outline”, or see{' '}
              <Link to="/tasks" className="link">
                all tasks
              </Link>
              .
            </p>
          </Empty>
        ) : null}
        {page.groups.map(({ modality, label, tasks }) => (
          <section key={modality} aria-labelledby={modality}>
            <h2 id={modality} className="display mb-3 scroll-mt-4 text-2xl">
              {label}
            </h2>
            <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {tasks.map((task) => (
                <TaskCard key={task.id} task={task} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </main>
  )
}

function TaskCard({ task }: { task: TaskRow }) {
  return (
    <li className="sheet flex min-w-0 flex-col px-4 py-3 hover:border-rule">
      <h3>
        <Link to={`/tasks/${task.id}`} className="font-semibold text-ink no-underline hover:underline">
          {task.label}
        </Link>
      </h3>
      <p className="mt-0.5 grow text-sm text-soft">{task.gist}</p>
      <p className="mt-2 text-sm text-soft">
        {task.models + task.datasets === 0
          ? 'None on this hub yet'
          : `${counted(task.models, 'model')}, ${counted(task.datasets, 'dataset')}`}
      </p>
    </li>
  )
}

function counted(n: number, what: string): string {
  return n === 0 ? `no ${what}s` : `${formatCount(n)} ${what}${n === 1 ? '' : 's'}`
}
