import type { SpaceView } from '@portolan/pages'
import { Link } from 'react-router'
import { Panel } from '../../ui/panel.tsx'

/** The models and datasets a Space uses, and its build log. */
export function SpacePanels({ space }: { space: SpaceView }) {
  return (
    <>
      {space.models.length > 0 || space.datasets.length > 0 ? (
        <Panel title="Uses">
          <dl className="grid gap-3">
            <LinkedRepos title="Models" ids={space.models} prefix="" />
            <LinkedRepos title="Datasets" ids={space.datasets} prefix="/datasets" />
          </dl>
        </Panel>
      ) : null}
      {space.log.length > 0 ? (
        <Panel title="Last build">
          <ol className="grid gap-2 font-mono text-xs">
            {space.log.map(({ at, text }, i) => (
              <li key={i} className="break-words">
                <time dateTime={at} className="text-soft">
                  {at.replace('T', ' ').slice(0, 19)}
                </time>{' '}
                {text}
              </li>
            ))}
          </ol>
        </Panel>
      ) : null}
    </>
  )
}

/** Repos listed in a card; entries that are not valid repo ids are shown as text. */
export function LinkedRepos({ title, ids, prefix }: { title: string; ids: readonly string[]; prefix: string }) {
  if (ids.length === 0) return null
  return (
    <div>
      <dt className="text-sm text-soft">{title}</dt>
      {ids.slice(0, 12).map((id) => (
        <dd key={id} className="break-words">
          {/^[\w.-]+\/[\w.-]+$/.test(id) ? (
            <Link to={`${prefix}/${id}`} className="link">
              {id}
            </Link>
          ) : (
            id
          )}
        </dd>
      ))}
    </div>
  )
}

/** Spaces that use a model or dataset. */
export function UsedInSpaces({ spaces }: { spaces: readonly { fullName: string; path: string }[] }) {
  if (spaces.length === 0) return null
  return (
    <Panel title="Spaces that use it">
      <ul className="grid gap-1">
        {spaces.map(({ fullName, path }) => (
          <li key={path} className="break-words">
            <Link to={path} className="link">
              {fullName}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
