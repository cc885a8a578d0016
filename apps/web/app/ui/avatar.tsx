/**
 * The picture of an account: its own, or a rose drawn from its name by this hub. Decoration; the name stands beside it.
 * `version` shows a new picture at once, where it is known.
 */
export function Avatar({ name, size = 24, version }: { name: string; size?: number; version?: string | null }) {
  return (
    <img
      src={`/avatars/${encodeURIComponent(name)}${version ? `?v=${version}` : ''}`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className="aspect-square shrink-0 rounded-full object-cover"
    />
  )
}
