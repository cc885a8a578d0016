/** Colors of what is drawn on pictures: told apart on any ground, by day and night. */
const inks = ['#a8321d', '#165a79', '#7a4d00', '#23663b', '#5b3a8c', '#0f766e', '#9d174d', '#374151'] as const

/** The same name has the same ink. @param names all that are drawn */
export function inkOf(name: string, names: readonly string[]): string {
  return inks[Math.max(0, names.indexOf(name)) % inks.length] ?? inks[0]
}
