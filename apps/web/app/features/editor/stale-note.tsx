import type { DraftOutcome } from '@portolan/pages'
import { Link } from 'react-router'
import { comparePath } from '../../lib/paths.ts'

/** Reports that others committed in the meantime, and what they changed. Submitting the form again commits on top of that. */
export function StaleNote({
  stale,
  since,
  repoPath,
}: {
  stale: Extract<DraftOutcome, { kind: 'stale' }>
  /** The commit at which the editor was opened. */
  since: string
  repoPath: string
}) {
  return (
    <div role="alert" className="rounded-md border border-warn bg-warn-well px-4 py-3">
      <p className="font-medium">
        {stale.commits === 1 ? 'A commit has' : `${stale.commits} commits have`} come in since you began.{' '}
        {stale.touched ? 'This file changed, too: your text would replace what is there now.' : 'This file is as you found it.'}
      </p>
      <p className="mt-1 text-sm">
        Changed: {stale.paths.join(', ')}.{' '}
        <Link to={comparePath(repoPath, since, stale.parent, false)} target="_blank" className="text-sea">
          See what changed
        </Link>
        . Commit again to put your text on top of it.
      </p>
    </div>
  )
}
