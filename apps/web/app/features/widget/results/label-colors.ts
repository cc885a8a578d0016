/** Colors for drawing on images: distinguishable on any background, in light and dark mode. */
const labelColors = ['#a8321d', '#165a79', '#7a4d00', '#23663b', '#5b3a8c', '#0f766e', '#9d174d', '#374151'] as const

/** Returns the same color for the same name. @param names all names that are drawn */
export function colorOf(name: string, names: readonly string[]): string {
  return labelColors[Math.max(0, names.indexOf(name)) % labelColors.length] ?? labelColors[0]
}
