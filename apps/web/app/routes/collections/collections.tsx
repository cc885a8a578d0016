import type { Route } from './+types/collections'
import { CollectionList } from '../../features/collections/collection-list.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/panel.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { Segments } from '../../ui/tabs.tsx'

const sorts = { lastModified: 'Last changed', upvotes: 'Most votes' } as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q')?.trim() ?? ''
  const sort = searchParams.get('sort') === 'upvotes' ? 'upvotes' : 'lastModified'
  const page = await orErrorPage(() => hub.collections({ q, sort, cursor: searchParams.get('cursor') }))
  return { page, q, sort, isSignedIn: hub.viewer !== null } as const
}

export const meta: Route.MetaFunction = () => [{ title: 'Collections · Portolan' }]

export default function Collections({ loaderData: { page, q, sort, isSignedIn } }: Route.ComponentProps) {
  const address = (changes: Record<string, string>) => `?${new URLSearchParams({ ...(q ? { q } : {}), sort, ...changes })}`
  return (
    <main id="main" className="page grid gap-5 py-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="display text-3xl">Collections</h1>
        {isSignedIn ? (
          <LinkButton look="primary" to="/collections/new">
            New collection
          </LinkButton>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchForm
          label="Collections"
          box={{ label: 'Search collections', value: q, placeholder: 'Search collections' }}
          keep={[['sort', sort]]}
          className="grow sm:max-w-md"
        />
        <Segments
          label="Sort"
          items={(['lastModified', 'upvotes'] as const).map((each) => ({
            to: address({ sort: each }),
            label: sorts[each],
            isCurrent: each === sort,
          }))}
        />
      </div>
      {page.collections.length === 0 ? (
        <Empty title={q ? 'No such collection' : 'No collections yet'}>
          {q ? null : 'A collection is a list of models, datasets, Spaces and papers that belong together.'}
        </Empty>
      ) : (
        <CollectionList collections={page.collections} level={2} />
      )}
      <Pagination previous={null} next={page.nextCursor === null ? null : address({ cursor: page.nextCursor })} />
    </main>
  )
}
