/** The picture of an account: a rose drawn from its name by this hub. Decoration; the name stands beside it. */
export function Avatar({ name, size = 24 }: { name: string; size?: number }) {
  return (
    <img
      src={`/avatars/${encodeURIComponent(name)}.svg`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className="shrink-0 rounded-full"
    />
  )
}
