import type { CollectionCardView } from '@portolan/pages'
import clsx from 'clsx'
import { ArrowBigUp, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { formatCount } from '../../lib/format.ts'
import { Time } from '../../ui/time.tsx'

/** Collections as a list of cards with title, contents and owner. `level` is their heading level, which depends on the headings above. */
export function CollectionList({ collections, level = 3 }: { collections: readonly CollectionCardView[]; level?: 2 | 3 }) {
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {collections.map((collection) => (
        <li key={collection.slug} className={clsx('sheet band min-w-0 px-4 py-3 hover:border-rule', `theme-${collection.theme}`)}>
          <Title className="flex min-w-0 items-center gap-2">
            <Link to={collection.path} className="truncate font-semibold text-ink no-underline hover:underline">
              {collection.title}
            </Link>
            {collection.isPrivate ? <Lock size={14} aria-label="Private" className="shrink-0 text-warn" /> : null}
          </Title>
          {collection.description ? <p className="mt-0.5 text-sm break-words text-soft">{collection.description}</p> : null}
          {collection.holds.length > 0 ? (
            <ul aria-label="Holds" className="mt-1.5 grid text-sm">
              {collection.holds.map((name) => (
                <li key={name} className="truncate">
                  {name}
                </li>
              ))}
            </ul>
          ) : (
            <p className="mt-1.5 text-sm text-soft">Empty</p>
          )}
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
            <Link to={`/${collection.owner}`} className="text-soft no-underline hover:underline">
              {collection.owner}
            </Link>
            <span>
              Updated <Time iso={collection.updatedAt} />
            </span>
            <span className="inline-flex items-center gap-1" title="Votes">
              <ArrowBigUp size={15} aria-hidden="true" />
              <span className="sr-only">Votes: </span>
              {formatCount(collection.upvotes)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
