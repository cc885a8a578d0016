/** A progress bar: a fraction between 0 and 1, or `null` while unknown. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  return (
    <progress
      aria-label={label}
      max={1}
      {...(value === null ? {} : { value })}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-sea [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-sea"
    />
  )
}
