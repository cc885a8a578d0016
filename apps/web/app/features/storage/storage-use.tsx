import { formatBytes } from '../../lib/format.ts'

/** The storage used by an account or a repo, and its quota. */
export function StorageUse({
  use: { bytes, largeBytes, gitBytes, limitBytes = null },
  label,
}: {
  use: { bytes: number; largeBytes: number; gitBytes: number; limitBytes?: number | null }
  label: string
}) {
  const share = limitBytes === null ? null : limitBytes === 0 ? 1 : Math.min(1, bytes / limitBytes)
  return (
    <div className="grid gap-2">
      <p>
        <span className="font-semibold">{formatBytes(bytes)}</span>
        {limitBytes === null ? null : <> of {formatBytes(limitBytes)}</>}
        {share === 1 ? <span className="ml-2 font-medium text-bad">full</span> : null}
      </p>
      {share === null ? null : (
        <meter
          aria-label={label}
          min={0}
          max={1}
          high={0.9}
          value={share}
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line bg-none [&::-webkit-meter-bar]:h-2 [&::-webkit-meter-bar]:rounded-full [&::-webkit-meter-bar]:border-0 [&::-webkit-meter-bar]:bg-line [&::-webkit-meter-bar]:bg-none [&::-webkit-meter-optimum-value]:bg-none [&::-webkit-meter-suboptimum-value]:bg-none [&::-webkit-meter-optimum-value]:bg-sea [&::-webkit-meter-suboptimum-value]:bg-bad"
        />
      )}
      <p className="text-sm text-soft">
        LFS files (all revisions) <span className="whitespace-nowrap">{formatBytes(largeBytes)}</span>, Git objects{' '}
        <span className="whitespace-nowrap">{formatBytes(gitBytes)}</span>
      </p>
    </div>
  )
}
