/** Width and height of every picture, in pixels: 3 to 2, as in photographs. */
export const pictureSize = { width: 480, height: 320 } as const

/** Wraps shapes in a whole SVG document. The first child of a picture is its background, which covers the page behind it completely. */
export function svg(body: string, style = ''): string {
  const { width, height } = pictureSize
  const css = style === '' ? '' : `<style>${style}</style>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${css}${body}</svg>`
}

/** A rectangle with its label on a tab above it, as detectors draw their results. */
export function box(x: number, y: number, width: number, height: number, label: string, colour: string): string {
  const tab = Math.round(label.length * 7.4 + 10)
  const top = y < 20 ? y : y - 20
  const left = Math.min(x - 1.5, pictureSize.width - tab)
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${colour}" stroke-width="3"/>` +
    `<rect x="${left}" y="${top}" width="${tab}" height="20" fill="${colour}"/>` +
    `<text x="${left + 5.5}" y="${top + 14.5}" font-family="sans-serif" font-size="13" font-weight="600" fill="#fff">${label}</text>`
  )
}

/** Deterministic pseudo-random numbers between 0 and 1. */
export function sequence(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
