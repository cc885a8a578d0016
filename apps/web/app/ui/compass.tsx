/** The logo: a compass rose, each point half light and half shaded, north in the accent color. Decorative; the name is shown next to it. */
export function Compass({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" className="shrink-0">
      <circle cx="32" cy="32" r="17.5" fill="none" stroke="currentColor" strokeWidth="1.5" opacity=".5" />
      {[45, 135, 225, 315].map((turn) => (
        <g key={turn} transform={`rotate(${turn} 32 32)`} opacity=".7">
          <path d="M32 13V32L28 28Z" fill="currentColor" />
          <path d="M32 13V32L36 28Z" fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round" />
        </g>
      ))}
      {[0, 90, 180, 270].map((turn) => (
        <g key={turn} transform={`rotate(${turn} 32 32)`} className={turn === 0 ? 'text-accent' : undefined}>
          <path d="M32 2.5V32L26.5 26.5Z" fill="currentColor" />
          <path d="M32 2.5V32L37.5 26.5Z" fill="var(--color-sheet)" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" />
        </g>
      ))}
    </svg>
  )
}
