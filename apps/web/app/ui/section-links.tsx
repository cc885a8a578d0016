import clsx from 'clsx'
import { NavLink } from 'react-router'
import { useCurrentInSight } from './current-in-sight.ts'

/** Links between related pages, such as the settings. The first path may be a prefix of the others. */
export function SectionLinks({
  label,
  links,
  className,
}: {
  label: string
  links: readonly (readonly [to: string, text: string])[]
  className?: string
}) {
  const strip = useCurrentInSight()
  return (
    <nav ref={strip} aria-label={label} className={clsx('flex gap-1 overflow-x-auto', className)}>
      {links.map(([to, text]) => (
        <NavLink
          key={to}
          to={to}
          end={links.some(([other]) => other.startsWith(`${to}/`))}
          className={({ isActive }) =>
            clsx(
              'rounded-md px-3 py-2 whitespace-nowrap no-underline',
              isActive ? 'bg-well font-semibold text-ink' : 'text-soft hover:text-ink',
            )
          }
        >
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
