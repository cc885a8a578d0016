/**
 * The picture of an account: its own, or a rose generated from its name by this hub. Decorative; the name is shown next to it. `version`, if known,
 * makes a new picture show at once.
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
