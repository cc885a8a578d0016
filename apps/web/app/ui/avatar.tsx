/** The picture of an account: its own, or a rose drawn from its name by this hub. Decoration; the name stands beside it. */
export function Avatar({ name, size = 24 }: { name: string; size?: number }) {
  return (
    <img
      src={`/avatars/${encodeURIComponent(name)}`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className="aspect-square shrink-0 rounded-full object-cover"
    />
  )
}
