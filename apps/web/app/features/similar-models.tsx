import { Link } from 'react-router'
import { Panel } from '../ui/panel.tsx'
import { taskLabel } from '../lib/task-label.ts'

/** Models whose cards are semantically similar to this one's. */
export function SimilarModels({ models }: { models: readonly { fullName: string; path: string; task: string | null }[] }) {
  if (models.length === 0) return null
  return (
    <Panel title="Similar models">
      <ul className="grid gap-1 text-sm">
        {models.map(({ fullName, path, task }) => (
          <li key={path} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <Link to={path} className="link min-w-0 break-words">
              {fullName}
            </Link>
            {task ? <span className="text-soft">{taskLabel(task)}</span> : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
