import { Link } from 'react-router'
import type { Route } from './+types/libraries'
import { LevelBadge } from '../../features/proof/level-badge.tsx'
import { formatCount } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/panel.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { Segments } from '../../ui/tabs.tsx'
import { findLibraries, libraryFilter } from './find-libraries.server.ts'
import { countsByLibrary, librarySummaries } from './library-summary.server.ts'
import { ProofOverview } from './proof-overview.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams
  const filter = libraryFilter(parameters)
  const counts = countsByLibrary(await context.get(hubContext).libraryCounts())
  const all = librarySummaries()
  const found = findLibraries(all, filter)
    .map((library) => ({ ...library, models: counts.get(library.id) ?? 0 }))
    .toSorted((a, b) => b.models - a.models)
  const own = all.filter(({ hasCode }) => hasCode)
  return {
    filter,
    view: parameters.get('view') === 'proof' ? ('proof' as const) : ('list' as const),
    libraries: found,
    totals: {
      all: all.length,
      own: own.length,
      runs: own.filter(({ level }) => level === 'runs').length,
      names: own.filter(({ level }) => level === 'names').length,
      literals: own.filter(({ level }) => level === 'literals').length,
    },
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Libraries · Portolan' },
  {
    name: 'description',
    content: 'Every library that models are loaded with: its code, what was checked of it, and the models of this hub',
  },
]

type Data = Route.ComponentProps['loaderData']

/** Every library, those used by this hub's models first. The search filters the list while typing; without JavaScript it is a form. */
export default function Libraries({ loaderData: page }: Route.ComponentProps) {
  return (
    <main id="main">
      <section className="border-b border-line">
        <div className="page py-8">
          <h1 className="display text-3xl sm:text-4xl">Libraries</h1>
          <p className="mt-2 max-w-prose text-soft">
            What models are loaded with: the code for each, what was checked of it and against which release, and what this hub holds for
            it.
          </p>
          <Filters page={page} />
        </div>
      </section>
      <div className="page grid gap-5 py-8">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-soft" role="status">
            {page.libraries.length === page.totals.all
              ? `${page.totals.all} libraries`
              : `${page.libraries.length} of ${page.totals.all} libraries`}
          </p>
          <Segments
            label="View"
            items={[
              { to: address(page, { view: '' }), label: 'Directory', isCurrent: page.view === 'list' },
              { to: address(page, { view: 'proof' }), label: 'Proof', isCurrent: page.view === 'proof' },
            ]}
          />
        </div>
        {page.libraries.length === 0 ? (
          <Empty title="No library like that">
            <p>
              Try a part of its name, or see{' '}
              <Link to="/libraries" className="link">
                all libraries
              </Link>
              .
            </p>
          </Empty>
        ) : page.view === 'proof' ? (
          <ProofOverview libraries={page.libraries} totals={page.totals} />
        ) : (
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {page.libraries.map((library) => (
              <LibraryCard key={library.id} library={library} />
            ))}
          </ul>
        )}
      </div>
    </main>
  )
}

/** Returns this page's URL with one choice changed; defaults are left out. */
function address({ filter, view }: Data, change: Record<string, string>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filter, view: view === 'proof' ? 'proof' : '', ...change }))
    if (value !== '') query.set(name, value)
  return query.size === 0 ? '/libraries' : `?${query.toString()}`
}

const choices = [
  [
    'code',
    'Code',
    [
      ['', 'With or without own code'],
      ['own', 'Own code'],
      ['files', 'Files only'],
    ],
  ],
  [
    'level',
    'Checked',
    [
      ['', 'Any level'],
      ['runs', 'Runs'],
      ['names', 'Symbols checked'],
      ['literals', 'Values escaped'],
    ],
  ],
  [
    'language',
    'Language',
    [
      ['', 'Any language'],
      ['python', 'Python'],
      ['javascript', 'JavaScript'],
      ['shell', 'Shell'],
      ['csharp', 'C#'],
    ],
  ],
] as const

function Filters({ page: { filter, view } }: { page: Data }) {
  return (
    <SearchForm
      label="Search libraries"
      box={{ label: 'Name of a library', value: filter.q, placeholder: 'diffusers, timm, llama …' }}
      choices={choices.map(([name, label, options]) => ({ name, label, value: filter[name], options }))}
      keep={view === 'proof' ? [['view', 'proof']] : []}
      isLive
      hasIcon
      className="mt-5 max-w-4xl"
    />
  )
}

const languageNames = { python: 'Python', javascript: 'JavaScript', shell: 'Shell', csharp: 'C#' } as const

function LibraryCard({ library: { id, label, hasCode, level, against, languages, models } }: { library: Data['libraries'][number] }) {
  return (
    <li className="sheet flex min-w-0 flex-col gap-1 px-4 py-3 hover:border-rule">
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="min-w-0">
          <Link to={`/libraries/${id}`} className="font-semibold break-words text-ink no-underline hover:underline">
            {label}
          </Link>
        </h2>
        {hasCode ? (
          <LevelBadge level={level} />
        ) : (
          <Badge title="Its files are fetched; its own documentation says how to load them">Files only</Badge>
        )}
      </div>
      <p className="text-sm break-words text-soft">
        <code className="font-mono text-xs">{id}</code>
        {hasCode && against ? `, ${against}` : ''}
      </p>
      <p className="mt-auto flex flex-wrap justify-between gap-x-3 pt-1 text-sm text-soft">
        <span>{models === 0 ? 'No models here yet' : `${formatCount(models)} ${models === 1 ? 'model' : 'models'}`}</span>
        {hasCode ? <span>{languages.map((language) => languageNames[language]).join(', ')}</span> : null}
      </p>
    </li>
  )
}
