import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-router'
import { preferenceCookie } from '../lib/cookies.ts'

export type Theme = 'system' | 'light' | 'dark'
export const themeCookie = 'portolan_theme'

const themes = [
  ['system', 'As the system', Monitor],
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
] as const

/**
 * Chooses the theme: parchment, deep sea, or the system's. A plain form without JavaScript; with it, the change is immediate. The server reads the
 * cookie, so no page flashes.
 */
export function ThemeChoice({ theme }: { theme: Theme }) {
  const [chosen, setChosen] = useState(theme)
  return (
    <Form method="post" action="/preferences" preventScrollReset>
      <div role="group" aria-label="Theme" className="flex rounded-md border border-line">
        {themes.map(([name, label, Icon]) => (
          <button
            key={name}
            type="submit"
            name="theme"
            value={name}
            title={label}
            aria-label={label}
            aria-pressed={chosen === name}
            onClick={(event) => {
              event.preventDefault()
              showTheme(name)
              setChosen(name)
            }}
            className="rounded-[5px] p-1.5 text-soft hover:text-ink aria-pressed:bg-ink aria-pressed:text-paper"
          >
            <Icon size={15} aria-hidden="true" />
          </button>
        ))}
      </div>
    </Form>
  )
}

/** Applies a theme at once and saves it. */
function showTheme(name: Theme): void {
  document.cookie = preferenceCookie(themeCookie, name)
  if (name === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = name
}
