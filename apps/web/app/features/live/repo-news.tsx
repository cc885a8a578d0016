import type { RepoHeaderView } from '@portolan/pages'
import { useLocation, useRevalidator } from 'react-router'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useLiveNotice } from './live-notice.tsx'
import { repoTopic } from './repo-topic.ts'
import { useLive, useLiveViewer, shownSince } from './use-live.ts'

/** The commit shown on a repo's page. */
export interface ShownRevision {
  readonly revision: string
  readonly commitOid: string
}

/** Notifies readers of a repo's pages about changes since the page was loaded, without moving anything on the page. */
export function RepoNews({ repo, shown }: { repo: RepoHeaderView; shown?: ShownRevision }) {
  const facts = useLive(repoTopic(repo))
  const viewer = useLiveViewer()
  const since = shownSince(repo)
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const reload = (
    <Button small look="quiet" onClick={() => void revalidate()}>
      Reload
    </Button>
  )

  const head = shown && Object.hasOwn(facts.heads, shown.revision) ? facts.heads[shown.revision] : undefined
  const by = head?.value.by ?? null
  // The uploader already knows about the commit: the upload page reloads by itself.
  const isOwnUpload = pathname.startsWith(`${repo.path}/upload/`) && by !== null && by === viewer
  const hasMoved = shown !== undefined && head !== undefined && head.at > since && head.value.oid !== shown.commitOid && !isOwnUpload
  useLiveNotice(
    'commit',
    hasMoved
      ? { text: `${shown.revision} has a new commit${by === null ? '' : ` by ${by}`} (${head.value.oid.slice(0, 7)})`, action: reload }
      : null,
  )

  const place = facts.change !== null && facts.change.at > since ? facts.change.value : null
  const isElsewhere = place?.change === 'moved' && place.path !== null && place.path !== repo.path
  useLiveNotice(
    'place',
    place?.change === 'gone'
      ? { text: 'This repository is not there any more' }
      : isElsewhere
        ? {
            text: `This repository is now at ${place.path}`,
            action: (
              <LinkButton small look="quiet" to={place.path ?? '/'}>
                Go there
              </LinkButton>
            ),
          }
        : null,
  )

  const [work] = facts.progress
  useLiveNotice(
    'work',
    work ? { text: work.title, progress: work.total === null || work.total === 0 ? null : Math.min(1, work.done / work.total) } : null,
  )
  return null
}
