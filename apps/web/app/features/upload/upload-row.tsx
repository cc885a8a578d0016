import { Check, CircleAlert, X } from 'lucide-react'
import { formatBytes } from '../../lib/format.ts'
import { Progress } from '../../ui/progress.tsx'
import type { FileState } from './upload-files.ts'
import type { Row } from './use-upload.ts'

/** One file of the list: its path, progress, and error. */
export function UploadRow({ row, onRemove }: { row: Row; onRemove: (() => void) | null }) {
  const { path, file, state } = row
  return (
    <li className="grid gap-1 border-t border-line px-4 py-2 first:border-t-0">
      <div className="flex items-center gap-3">
        <span className="min-w-0 grow font-mono text-sm break-all">{path}</span>
        <span className="text-sm whitespace-nowrap text-soft">{formatBytes(file.size)}</span>
        {state.step === 'done' ? <Check size={17} role="img" aria-label="Uploaded" className="shrink-0 text-sea" /> : null}
        {state.step === 'failed' ? <CircleAlert size={17} role="img" aria-label="Failed" className="shrink-0 text-bad" /> : null}
        {onRemove ? (
          <button
            type="button"
            onClick={onRemove}
            aria-label={`Remove ${path}`}
            className="shrink-0 rounded p-1 text-soft hover:bg-well hover:text-ink"
          >
            <X size={16} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      {'share' in state ? (
        <div className="flex items-center gap-3 text-sm text-soft">
          <span className="w-24 shrink-0">{words[state.step]}</span>
          <Progress value={state.share} label={`${words[state.step]} ${path}`} />
          <span className="w-10 shrink-0 text-right tabular-nums">{Math.round(state.share * 100)} %</span>
        </div>
      ) : null}
      {state.step === 'failed' ? <p className="text-sm text-bad">{state.message}</p> : null}
      {state.step === 'ignored' ? <p className="text-sm text-soft">Left out: the repository’s .gitignore names it.</p> : null}
    </li>
  )
}

const words: Record<Extract<FileState, { share: number }>['step'], string> = {
  hashing: 'Reading',
  sending: 'Uploading',
  committing: 'Committing',
}
