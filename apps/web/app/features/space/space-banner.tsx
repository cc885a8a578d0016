import type { SpaceLook } from '@portolan/pages'
import clsx from 'clsx'

/** Shades of the colors named in cards, dark enough for white text: each has a contrast ratio of 4.5:1. */
const tints: ReadonlyMap<string, { readonly from: string; readonly to: string }> = new Map([
  ['red', { from: 'from-[#a3281c]', to: 'to-[#a3281c]' }],
  ['yellow', { from: 'from-[#7a5200]', to: 'to-[#7a5200]' }],
  ['green', { from: 'from-[#22633a]', to: 'to-[#22633a]' }],
  ['blue', { from: 'from-[#1c5a80]', to: 'to-[#1c5a80]' }],
  ['indigo', { from: 'from-[#41459e]', to: 'to-[#41459e]' }],
  ['purple', { from: 'from-[#6b3a93]', to: 'to-[#6b3a93]' }],
  ['pink', { from: 'from-[#9c2c66]', to: 'to-[#9c2c66]' }],
  ['gray', { from: 'from-[#4c565c]', to: 'to-[#4c565c]' }],
])

/** The banner of a Space's card: its emoji and title on its colors. */
export function SpaceBanner({ look, name }: { look: SpaceLook; name: string }) {
  const from = look.colorFrom ?? 'blue'
  const to = look.colorTo ?? from
  return (
    <p
      aria-hidden="true"
      className={clsx(
        'mb-2 flex min-h-16 items-center gap-3 rounded-md bg-linear-120/srgb px-4 py-3 text-white',
        tints.get(from)?.from,
        tints.get(to)?.to,
      )}
    >
      {look.emoji === null ? null : <span className="text-3xl">{look.emoji}</span>}
      <span className="min-w-0 truncate font-serif text-lg font-semibold">{look.title ?? name}</span>
    </p>
  )
}
