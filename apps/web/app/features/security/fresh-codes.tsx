import { CopyButton } from '../../ui/copy-button.tsx'

/** New recovery codes, shown only this once. */
export function FreshCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div role="status" className="sheet grid gap-3 border-good p-4">
      <p className="font-semibold text-good">Your recovery codes. Copy them now: you won’t see them again.</p>
      <p>
        Each one signs you in once, in place of your second factor. Keep them where you find them without your phone or computer: without
        them, only an administrator of this hub can let you in again.
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-2">
        {codes.map((code) => (
          <li key={code} className="rounded bg-well px-3 py-1.5 font-mono text-sm">
            {code}
          </li>
        ))}
      </ul>
      <div>
        <CopyButton text={codes.join('\n')} what="Codes" label="Copy all" />
      </div>
    </div>
  )
}
