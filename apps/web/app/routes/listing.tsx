import clsx from 'clsx'
import { SlidersHorizontal, X } from 'lucide-react'
import type { ListingChoice, ListingFacet, ListingPage } from '@portolan/pages'
import { Fragment } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import type { Route } from './+types/listing'
import { RepoList } from '../features/repo-list.tsx'
import { formatCount } from '../lib/format.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orErrorPage } from '../lib/page-error.ts'
import { listingPaths, typeNames, typeOfPath } from '../lib/paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/panel.tsx'
import { KeptParameters, SearchForm } from '../ui/search-form.tsx'

export function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  return orErrorPage(() => context.get(hubContext).listing(typeOfPath(url.pathname), url.searchParams))
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const name = `${typeNames[loaderData?.type ?? 'model']}s`
  return [{ title: `${name} · Portolan` }, { name: 'description', content: `${name} on this hub, by task, library, language and license` }]
}

const newPaths = { model: '/new', dataset: '/new-dataset', space: '/new-space' } as const

const sortNames = {
  trending: 'Trending',
  likes: 'Most liked',
  downloads: 'Most downloaded',
  updated: 'Recently updated',
  created: 'Newest',
} as const

export default function Listing({ loaderData: page }: Route.ComponentProps) {
  const [parameters] = useSearchParams()
  const name = `${typeNames[page.type]}s`
  /** Returns the URL with one choice changed, back on the first page. */
  const to = (change: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(parameters)
    next.delete('cursor')
    change(next)
    const text = next.toString()
    return text === '' ? listingPaths[page.type] : `?${text}`
  }
  const without = (parameter: string, value: string) => to((next) => next.delete(parameter, value))
  return (
    <main id="main" className="page py-5">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="display text-2xl">
          {name}{' '}
          {page.total ? (
            <span className="text-lg font-normal text-soft">
              {formatCount(page.total.n)}
              {page.total.exact ? '' : '+'}
            </span>
          ) : null}
        </h1>
        <nav aria-label="Order" className="flex flex-wrap gap-1 text-sm">
          {Object.entries(sortNames).map(([sort, label]) => (
            <Link
              key={sort}
              to={to((next) => next.set('sort', sort))}
              aria-current={page.sort === sort ? 'true' : undefined}
              className={`rounded px-2 py-1 no-underline ${page.sort === sort ? 'bg-well font-semibold text-ink' : 'text-soft hover:text-ink'}`}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <aside aria-label="Filters" className="min-w-0">
          <SearchForm
            label={`Search ${name.toLowerCase()} by name`}
            box={{ label: `Search ${name.toLowerCase()}`, value: page.q, placeholder: `Search ${name.toLowerCase()}` }}
            keep={otherThan(parameters, 'q')}
            hasIcon
            className="mb-4"
          />
          <details className="sheet px-4 py-2 lg:hidden">
            <summary className="flex list-none items-center gap-2 font-medium">
              <SlidersHorizontal size={16} aria-hidden="true" />
              Filters
            </summary>
            <Facets page={page} to={to} />
          </details>
          <div className="hidden lg:block">
            <Facets page={page} to={to} />
          </div>
        </aside>
        <div className="min-w-0">
          {page.chosen.length > 0 ? (
            <ul aria-label="Chosen filters" className="mb-3 flex flex-wrap gap-2">
              {page.chosen.map(({ parameter, value, label }) => (
                <li key={`${parameter}=${value}`}>
                  <Link
                    to={without(parameter, value)}
                    className="inline-flex max-w-full items-center gap-1.5 rounded-full border border-sea px-3 py-1 text-sm text-sea no-underline hover:border-ink hover:text-ink"
                  >
                    <span className="truncate">{label}</span>
                    <X size={14} aria-hidden="true" />
                    <span className="sr-only">: remove filter</span>
                  </Link>
                </li>
              ))}
              <li>
                <Link to={listingPaths[page.type]} className="px-2 py-1 text-sm text-soft">
                  Clear all
                </Link>
              </li>
            </ul>
          ) : null}
          {page.tasks.length > 0 ? (
            <p className="mb-3 text-sm text-soft">
              About this task:{' '}
              {page.tasks.map(({ label, path }) => (
                <Link key={path} to={path} className="link mr-3">
                  {label}
                </Link>
              ))}
            </p>
          ) : null}
          {page.repos.length === 0 ? (
            <Empty title={page.q === '' ? `No ${name.toLowerCase()} yet` : `No results for “${page.q}”`}>
              {page.chosen.length > 0 ? (
                <p>Remove a filter above, or search for a shorter part of the name.</p>
              ) : (
                <p>
                  <Link to={newPaths[page.type]} className="link">
                    Be the first to upload one
                  </Link>
                </p>
              )}
            </Empty>
          ) : (
            <>
              <h2 className="sr-only">Results</h2>
              <RepoList repos={page.repos} columns={1} />
            </>
          )}
          <nav aria-label="Pages" className="mt-5 flex justify-between">
            {parameters.has('cursor') ? <LinkButton to={to(() => {})}>First page</LinkButton> : <span />}
            {page.nextCursor ? <LinkButton to={to((next) => next.set('cursor', page.nextCursor ?? ''))}>Next page</LinkButton> : null}
          </nav>
        </div>
      </div>
    </main>
  )
}

/** Returns the parameters a form keeps when it changes one choice: the others, without the page cursor. */
function otherThan(parameters: URLSearchParams, changed: string): [name: string, value: string][] {
  return [...parameters].filter(([name]) => name !== changed && name !== 'cursor')
}

function Facets({ page, to }: { page: ListingPage; to: (change: (next: URLSearchParams) => void) => string }) {
  return (
    <div className="grid gap-5 pt-2">
      {page.facets.map((facet, place) => (
        <Fragment key={facet.ns}>
          <Facet facet={facet} to={to} />
          {/* After the tasks, which most people choose first. */}
          {place === 0 ? page.choices.map((choice) => <Choice key={choice.parameter} choice={choice} to={to} />) : null}
        </Fragment>
      ))}
    </div>
  )
}

/** One of a few fixed values. */
function Choice({ choice, to }: { choice: ListingChoice; to: (change: (next: URLSearchParams) => void) => string }) {
  return (
    <section aria-label={choice.title}>
      <h2 className="mb-1 font-semibold">{choice.title}</h2>
      <ul className="flex flex-wrap gap-1.5 py-1">
        {choice.options.map(({ value, label, isChosen }) => (
          <li key={value}>
            <Link
              to={to((next) => (isChosen ? next.delete(choice.parameter) : next.set(choice.parameter, value)))}
              aria-current={isChosen ? 'true' : undefined}
              className={pillClasses(isChosen)}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function pillClasses(isChosen: boolean): string {
  return clsx(
    'inline-flex max-w-full items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sm no-underline',
    isChosen ? 'border-ink bg-ink font-medium text-paper' : 'border-line bg-sheet text-soft hover:border-ink hover:text-ink',
  )
}

function Facet({ facet, to }: { facet: ListingFacet; to: (change: (next: URLSearchParams) => void) => string }) {
  const [parameters] = useSearchParams()
  const groups = [...new Set(facet.values.map(({ group }) => group))]
  return (
    <section aria-label={facet.title}>
      <div className="mb-1 flex items-center justify-between gap-2">
        <h2 className="font-semibold">{facet.title}</h2>
        <Form className="w-28">
          <KeptParameters of={otherThan(parameters, `find_${facet.ns}`)} />
          <input
            type="search"
            name={`find_${facet.ns}`}
            defaultValue={facet.find}
            placeholder="Filter"
            aria-label={`Filter ${facet.title}`}
            className="field min-h-8 px-2 py-0.5 text-sm"
          />
        </Form>
      </div>
      {facet.values.length === 0 ? <p className="text-sm text-soft">No results for “{facet.find}”</p> : null}
      {groups.map((group) => {
        const values = facet.values.filter((value) => value.group === group)
        const shown = group === null ? values.length : shownOfGroup
        const rest = values.slice(shown)
        return (
          <div key={group ?? ''}>
            {group ? <h3 className="mt-1.5 text-sm text-soft">{group}</h3> : null}
            <Values facet={facet} values={values.slice(0, shown)} to={to} />
            {rest.length > 0 ? (
              <details open={facet.find !== '' || rest.some(({ isChosen }) => isChosen)}>
                <summary className="link w-fit py-0.5 text-sm">{rest.length} more</summary>
                <Values facet={facet} values={rest} to={to} />
              </details>
            ) : null}
          </div>
        )
      })}
    </section>
  )
}

/** Number of tasks shown per modality before expanding. */
const shownOfGroup = 6

function Values({
  facet,
  values,
  to,
}: {
  facet: ListingFacet
  values: ListingFacet['values']
  to: (change: (next: URLSearchParams) => void) => string
}) {
  const isMultiple = facet.parameter === 'tag'
  return (
    <ul className="flex flex-wrap gap-1.5 py-1">
      {values.map((value) => (
        <li key={value.value} className="max-w-full">
          <Link
            to={to((next) => {
              if (value.isChosen) next.delete(facet.parameter, value.parameterValue)
              else if (isMultiple) next.append(facet.parameter, value.parameterValue)
              else next.set(facet.parameter, value.parameterValue)
            })}
            aria-current={value.isChosen ? 'true' : undefined}
            className={pillClasses(value.isChosen)}
          >
            <span className="truncate">{value.label}</span>
            <span aria-label={value.capped ? `at least ${value.n}` : undefined}>
              {formatCount(value.n)}
              {value.capped ? '+' : ''}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
