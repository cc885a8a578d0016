import { Segments } from '../ui/tabs.tsx'
import { filePath } from '../lib/paths.ts'

/** Links to the views of a file: contents, blame, and history. */
export function FileViews({
  repoPath,
  revision,
  path,
  current,
}: {
  repoPath: string
  revision: string
  path: string
  current: 'blob' | 'blame' | 'commits'
}) {
  const item = (view: 'blob' | 'blame' | 'commits', label: string) => ({
    to: filePath(repoPath, view, revision, path),
    label,
    isCurrent: view === current,
  })
  return <Segments label="" items={[item('blob', 'File'), item('blame', 'Blame'), item('commits', 'History')]} />
}
