import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../ui/copy-button.tsx'

/** Copies a file's path as programs expect it. Smaller than a form button, because it appears in every row of a table. */
export function CopyName({ path }: { path: string }) {
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      aria-label={`Copy ${path}`}
      title={copied ? 'Copied' : 'Copy the name'}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded text-soft hover:bg-well hover:text-ink"
      onClick={() => void copyText(path, 'Name').then(setCopied)}
      onBlur={() => setCopied(false)}
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  )
}
