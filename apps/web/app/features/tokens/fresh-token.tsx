import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'

/** A new token's secret, shown only this once. */
export function FreshToken({ token, origin, children }: { token: string; origin: string; children?: ReactNode }) {
  return (
    <div role="status" className="sheet grid gap-2 border-good p-4">
      <p className="font-semibold text-good">Your new token. Copy it now: you won’t see it again.</p>
      <div className="flex flex-wrap items-center gap-2">
        <code id="new-token" className="min-w-0 rounded bg-well px-3 py-1.5 font-mono break-all">
          {token}
        </code>
        <CopyButton text={token} what="Token" />
      </div>
      <pre className="code-lines overflow-x-auto rounded-md border border-line bg-well p-3">{`export HF_ENDPOINT=${origin}\nhf auth login\n`}</pre>
      {children}
    </div>
  )
}
