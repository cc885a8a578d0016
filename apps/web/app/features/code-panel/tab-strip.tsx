import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import { Menu, menuItem } from '../../ui/menu.tsx'
import { type Choice, ChoiceTabs } from '../../ui/tabs.tsx'

/** With more tabs than this, a menu lists them all as well: a scrolling strip hides some of its tabs. */
const fewTabs = 4

/** Tabs on one scrolling line, plus a menu of all tabs if there are many. */
export function TabStrip({
  label,
  items,
  isTitled = false,
}: {
  label: string
  items: readonly (Choice & { id: string; name: string })[]
  /** Shows the label instead of only exposing it to screen readers. */
  isTitled?: boolean
}) {
  if (items.length === 0) return null
  return (
    <div className="flex min-w-0 items-stretch border-b border-line">
      {isTitled ? (
        <span aria-hidden="true" className="flex shrink-0 items-center pl-4 text-xs text-soft">
          {label}
        </span>
      ) : null}
      <ChoiceTabs label={label} items={items} className="-mb-px min-w-0 grow px-2 [scrollbar-width:thin]" />
      {items.length > fewTabs ? (
        <Menu
          group="code-tabs"
          align="right"
          label={`${label}: all ${items.length}`}
          summary={
            <>
              All {items.length}
              <ChevronDown size={14} aria-hidden="true" />
            </>
          }
          summaryClass="flex h-full items-center gap-1 border-l border-line px-3 text-sm whitespace-nowrap text-soft hover:text-ink"
          className="max-h-80 w-60 overflow-y-auto text-sm"
        >
          {items.map(({ id, to, name, isCurrent }) => (
            <Link key={id} to={to} replace preventScrollReset aria-current={isCurrent ? 'true' : undefined} className={menuItem}>
              {name}
            </Link>
          ))}
        </Menu>
      ) : null}
    </div>
  )
}
