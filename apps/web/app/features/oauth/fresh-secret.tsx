import { CopyButton } from '../../ui/copy-button.tsx'

/** The secret of an application, shown only in the response that created it. */
export function FreshSecret({ clientId, secret }: { clientId: string; secret: string | null }) {
  return (
    <div role="status" className="sheet grid gap-3 border-good p-4">
      <p className="font-semibold text-good">
        {secret === null ? 'The application is registered.' : 'Copy the secret now: you won’t see it again.'}
      </p>
      <Secret label="Client ID" value={clientId} />
      {secret === null ? null : <Secret label="Client secret" value={secret} />}
    </div>
  )
}

export function Secret({ label, value }: { label: string; value: string }) {
  return (
    <div className="grid gap-1">
      <span className="text-sm text-soft">{label}</span>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 rounded bg-well px-3 py-1.5 font-mono text-sm break-all">{value}</code>
        <CopyButton text={value} what={label} />
      </div>
    </div>
  )
}
