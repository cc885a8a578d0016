import type { SpaceLook } from '@portolan/pages'

/** Shades of the colors named in cards, dark enough for white text: each has a contrast ratio of 4.5:1. */
const tints: Readonly<Record<string, string>> = {
  red: '#a3281c',
  yellow: '#7a5200',
  green: '#22633a',
  blue: '#1c5a80',
  indigo: '#41459e',
  purple: '#6b3a93',
  pink: '#9c2c66',
  gray: '#4c565c',
}

/** The banner of a Space's card: its emoji and title on its colors. */
export function SpaceBanner({ look, name }: { look: SpaceLook; name: string }) {
  const from = tints[look.colorFrom ?? ''] ?? '#1c5a80'
  const to = tints[look.colorTo ?? ''] ?? from
  return (
    <p
      aria-hidden="true"
      className="mb-2 flex min-h-16 items-center gap-3 rounded-md px-4 py-3 text-white"
      style={{ background: `linear-gradient(120deg, ${from}, ${to})` }}
    >
      {look.emoji === null ? null : <span className="text-3xl">{look.emoji}</span>}
      <span className="min-w-0 truncate font-serif text-lg font-semibold">{look.title ?? name}</span>
    </p>
  )
}
