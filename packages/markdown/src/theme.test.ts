import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')
const papers = { light: '#f1ebdc', dark: '#14242f' }

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const colors = [...css.matchAll(/--(tok-[a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
  ([, name = '', light = '', dark = '']) => ({ name, light, dark }),
)

test('there are colors', () => {
  expect(colors.length).toBe(9)
})

test.for(colors)('$name can be read on both papers', ({ light, dark }) => {
  expect(contrast(light, papers.light)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(dark, papers.dark)).toBeGreaterThanOrEqual(4.5)
})
