// Draws the rhumb lines behind the pages like an old portolan chart: sixteen points on a hidden circle, joined along the thirty-two winds.
// The principal winds and the quarter winds are separate files, so that the style sheet can color them differently. Run: node scripts/draw-rhumbs.mjs
import { writeFileSync } from 'node:fs'

const [width, height] = [1600, 720]
const [centerX, centerY, radius] = [1130, 300, 540]
const points = Array.from({ length: 16 }, (_, i) => {
  const angle = (i * Math.PI) / 8
  return [centerX + radius * Math.sin(angle), centerY - radius * Math.cos(angle)]
})

/** Returns the line through two points, clipped to the sheet; nothing if it misses the sheet. */
function line([ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay]
  let [from, to] = [-Infinity, Infinity]
  for (const [p, d, limit] of [
    [ax, dx, width],
    [ay, dy, height],
  ]) {
    if (Math.abs(d) < 1e-9) {
      if (p < 0 || p > limit) return ''
      continue
    }
    const [s, t] = [-p / d, (limit - p) / d].sort((x, y) => x - y)
    ;[from, to] = [Math.max(from, s), Math.min(to, t)]
  }
  return from < to ? `M${at(ax, dx, from)} ${at(ay, dy, from)}L${at(ax, dx, to)} ${at(ay, dy, to)}` : ''
}

const at = (p, d, t) => Math.round(p + d * t)
const winds = [new Set(), new Set()]
for (let i = 0; i < 16; i++) for (let j = i + 1; j < 16; j++) winds[(i + j) % 2].add(line(points[i], points[j]))
const roses = points.map(([x, y]) => `M${Math.round(x - 3)} ${Math.round(y)}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0`).join('')
for (const [name, paths, extra] of [
  ['principal', winds[0], `<path d="${roses}" fill="#000"/>`],
  ['quarter', winds[1], ''],
]) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path d="${[...paths].join('')}" fill="none" stroke="#000"/>${extra}</svg>\n`
  writeFileSync(new URL(`../app/styles/rhumbs-${name}.svg`, import.meta.url), svg)
}
