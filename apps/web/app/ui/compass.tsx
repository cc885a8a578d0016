/** The mark: an eight-pointed rose. Decoration; the name stands beside it. */
export function Compass({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" fill="currentColor">
      <circle cx="32" cy="32" r="21" fill="none" stroke="currentColor" strokeWidth="2" opacity=".45" />
      {[45, 135, 225, 315].map((turn) => (
        <path key={turn} d="M32 14 35 32H29Z" transform={`rotate(${turn} 32 32)`} opacity=".55" />
      ))}
      {[90, 180, 270].map((turn) => (
        <path key={turn} d="M32 5 36.5 32H27.5Z" transform={`rotate(${turn} 32 32)`} />
      ))}
      <path d="M32 5 36.5 32H27.5Z" className="text-accent" fill="currentColor" />
    </svg>
  )
}
