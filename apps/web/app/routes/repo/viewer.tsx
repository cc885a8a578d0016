import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/viewer'
import { RepoHeader } from '../../features/repo-header.tsx'
import { RowsTable } from '../../features/table-view/rows-table.tsx'
import { StatisticsTable } from '../../features/table-view/statistics-table.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { filePath } from '../../lib/paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Empty } from '../../ui/panel.tsx'
import { Segments } from '../../ui/tabs.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const text = (name: string) => url.searchParams.get(name) || null
  const query = {
    config: text('config'),
    split: text('split'),
    page: Math.min(1_000_000_000, Math.max(1, Math.floor(Number(text('p'))) || 1)),
    column: text('column'),
    q: text('q') ?? '',
  }
  const page = await orErrorPage(() => context.get(hubContext).rows(`${params.owner}/${params.name}`, query))
  if (page.movedTo) throw redirect(`${page.movedTo}/viewer${url.search}`)
  return { page, query }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Viewer · ${loaderData?.page.header.fullName ?? ''} · Portolan` }]

type Data = Route.ComponentProps['loaderData']

export default function ViewerRoute({ loaderData: { page, query } }: Route.ComponentProps) {
  const { header, rows } = page
  return (
    <>
      <RepoHeader repo={header} shown={{ revision: 'main', commitOid: page.commitOid }} />
      <main id="main" className="page py-6">
        <h2 className="sr-only">Viewer</h2>
        <Places page={page} />
        {rows && rows.columns.length > 0 ? <SearchForm page={page} query={query} /> : null}
        {page.problem ? <Problem page={page} query={query} /> : null}
        {rows ? <Rows page={page} query={query} rows={rows} /> : null}
        {page.statistics && rows ? <StatisticsTable {...page.statistics} /> : null}
        {page.isCounting ? (
          <p role="status" className="mt-8 text-sm text-soft">
            Statistics of the columns are being made. Load the page again to see them.
          </p>
        ) : null}
      </main>
    </>
  )
}

/** Returns the viewer's URL with some choices changed, on the first page unless `changes` has another one. */
function address({ header, config, split }: Data['page'], changes: Record<string, string | number | null>): string {
  const query = new URLSearchParams()
  const values: Record<string, string | number | null> = { config, split, ...changes }
  for (const [name, value] of Object.entries(values)) if (value !== null && value !== '') query.set(name, String(value))
  return `${header.path}/viewer?${query.toString()}`
}

const fewConfigs = 6

/** The formats by the loader of `datasets` that reads them. */
const formatNames: Readonly<Record<string, string>> = {
  parquet: 'Parquet',
  csv: 'CSV',
  json: 'JSON',
  arrow: 'Arrow',
  text: 'Text',
  imagefolder: 'Images',
  audiofolder: 'Audio',
}

function Places({ page }: { page: Data['page'] }) {
  const { configs, config, split } = page
  const splits = configs.find(({ name }) => name === config)?.splits ?? []
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
      {configs.length > 1 && configs.length <= fewConfigs ? (
        <Segments
          label="Configuration"
          items={configs.map(({ name }) => ({ to: address(page, { config: name, split: null }), label: name, isCurrent: name === config }))}
        />
      ) : null}
      {configs.length > fewConfigs ? (
        <Form method="get" className="flex flex-wrap items-center gap-2 text-sm">
          <label htmlFor="config" className="text-xs text-soft">
            Configuration
          </label>
          <select id="config" name="config" key={config} defaultValue={config ?? ''} className="field max-w-60 py-1 text-sm">
            {configs.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <Button type="submit" small>
            Show
          </Button>
        </Form>
      ) : null}
      {splits.length > 0 ? (
        <Segments
          label="Split"
          items={splits.map((name) => ({ to: address(page, { split: name }), label: name, isCurrent: name === split }))}
        />
      ) : null}
      {page.loader ? (
        <p className="text-sm text-soft">
          {page.fileCount === 1 && page.file !== null ? (
            <Link to={filePath(page.header.path, 'blob', 'main', page.file)} className="link">
              {page.file}
            </Link>
          ) : (
            `${page.fileCount.toLocaleString('en')} files`
          )}{' '}
          · Format: {formatNames[page.loader] ?? page.loader}
        </p>
      ) : null}
    </div>
  )
}

function SearchForm({ page, query }: { page: Data['page']; query: Data['query'] }) {
  const columns = page.rows?.columns ?? []
  return (
    <Form method="get" role="search" aria-label="Search in a column" className="mb-4 flex flex-wrap items-end gap-2 text-sm">
      {page.config === null ? null : <input type="hidden" name="config" value={page.config} />}
      {page.split === null ? null : <input type="hidden" name="split" value={page.split} />}
      <label className="grid gap-1">
        <span className="text-xs text-soft">Column</span>
        <select
          name="column"
          key={query.column}
          defaultValue={query.column ?? columns.find(({ type }) => type === 'string')?.name}
          className="field max-w-60 py-1 text-sm"
        >
          {columns.map(({ name }, i) => (
            <option key={i}>{name}</option>
          ))}
        </select>
      </label>
      <label className="grid gap-1">
        <span className="text-xs text-soft">Contains</span>
        <input name="q" type="search" key={query.q} defaultValue={query.q} maxLength={500} className="field w-56 py-1 text-sm" />
      </label>
      <Button type="submit">Search</Button>
      {page.search ? (
        <LinkButton look="quiet" to={address(page, {})}>
          Show all rows
        </LinkButton>
      ) : null}
    </Form>
  )
}

/** The error shown instead of rows, with a link to the files. */
function Problem({ page, query }: { page: Data['page']; query: Data['query'] }) {
  const { problem, header } = page
  if (!problem) return null
  if (problem.code === 'preview.not_found') {
    return (
      <Empty title="No rows to show">
        <p>{problem.message}</p>
        <p className="mt-2 text-sm">Shown are Parquet, CSV, TSV, JSON, JSON Lines, Arrow and text files, pictures and sounds.</p>
      </Empty>
    )
  }
  return (
    <div role="alert" className="border-l-3 border-warn bg-warn-well px-4 py-3">
      <p className="font-semibold">{problem.code === 'preview.busy' ? 'The preview has to wait' : 'These rows cannot be shown'}</p>
      <p className="mt-1 break-words">{problem.message}</p>
      <p className="mt-2 text-sm">
        The files themselves are{' '}
        <Link to={filePath(header.path, 'tree', 'main')} className="link">
          here
        </Link>
        {query.page > 1 || query.q !== '' ? (
          <>
            ; the first rows are{' '}
            <Link to={address(page, {})} className="link">
              here
            </Link>
          </>
        ) : null}
        .
      </p>
    </div>
  )
}

function Rows({ page, query, rows }: { page: Data['page']; query: Data['query']; rows: NonNullable<Data['page']['rows']> }) {
  const { search, statistics, header, commitOid, pageSize } = page
  const filesPath = `${filePath(header.path, 'resolve', commitOid)}/`
  const first = rows.rows[0]?.index ?? 0
  const last = rows.rows.at(-1)?.index ?? 0
  const number = (n: number) => n.toLocaleString('en')
  return (
    <section aria-label="Rows of the split">
      <p role="status" className="mb-2 text-sm text-soft">
        {search
          ? `${rows.rows.length}${rows.more ? ' first' : ''} ${rows.rows.length === 1 ? 'match' : 'matches'} for “${query.q}” in ${query.column ?? ''}, ${search.complete ? `all ${number(search.searched)} rows searched` : `${number(search.searched)} rows searched`}.`
          : rows.rows.length === 0
            ? rows.total === 0
              ? 'The file has no rows.'
              : 'There are no rows here.'
            : `Rows ${number(first + 1)}–${number(last + 1)}${rows.total === null ? '' : ` of ${number(rows.total)}`}.`}
        {rows.hiddenColumns > 0 ? ` The first ${rows.columns.length} columns are shown; there are ${number(rows.hiddenColumns)} more.` : ''}
        {rows.notes.length > 0 ? ` ${rows.notes.join(' ')}` : ''}
      </p>
      {rows.rows.length > 0 ? (
        <RowsTable rows={rows} statistics={statistics?.columns ?? []} rowsRead={statistics?.rowsRead ?? 0} filesPath={filesPath} />
      ) : null}
      {search ? null : (
        <Pagination
          previous={query.page > 1 ? address(page, { p: query.page === 2 ? null : query.page - 1 }) : null}
          next={rows.more ? address(page, { p: query.page + 1 }) : null}
        >
          {rows.total === null
            ? `Page ${number(query.page)}`
            : `Page ${number(query.page)} of ${number(Math.max(1, Math.ceil(rows.total / pageSize)))}`}
        </Pagination>
      )}
    </section>
  )
}
