import { svg } from './svg.ts'

const text = (x: number, y: number, size: number, words: string, more = '') =>
  `<text x="${x}" y="${y}" font-family="serif" font-size="${size}" fill="#26303a"${more}>${words}</text>`

const desk = '<rect width="480" height="320" fill="#c9bda2"/>'

function sheet(x: number, y: number, width: number, height: number, content: string, turn = 0): string {
  return `<g transform="rotate(${turn} ${x + width / 2} ${y + height / 2})"><rect x="${x + 4}" y="${y + 5}" width="${width}" height="${height}" fill="#000" fill-opacity=".18"/><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fffdf6"/>${content}</g>`
}

/** An invoice for a berth, as a scan on a desk. */
export function invoice(): string {
  const rows = [
    ['Berth, 11 m, 3 nights', '84.00'],
    ['Shore power', '13.50'],
    ['Water', '4.00'],
  ]
  const lines = rows
    .map(([what, price], i) => text(118, 176 + i * 22, 13, what ?? '') + text(362, 176 + i * 22, 13, price ?? '', ' text-anchor="end"'))
    .join('')
  return svg(
    desk +
      sheet(
        98,
        16,
        284,
        290,
        text(118, 50, 20, 'Port of Larnholm', ' font-weight="700"') +
          text(118, 70, 12, 'Harbour office, Quay 4') +
          text(118, 102, 13, 'Invoice no. 2041') +
          text(362, 102, 13, '17 June 2026', ' text-anchor="end"') +
          text(118, 124, 13, 'Yacht: Marigold') +
          '<path d="M118 142H362M118 156H362" stroke="#26303a" stroke-width="1"/>' +
          lines +
          '<path d="M118 238H362" stroke="#26303a" stroke-width="1"/>' +
          text(118, 260, 15, 'Total due', ' font-weight="700"') +
          text(362, 260, 15, 'EUR 101.50', ' font-weight="700" text-anchor="end"') +
          text(118, 288, 11, 'Payable until 1 July 2026'),
        -1.2,
      ),
  )
}

/** Three pages side by side: a tide table, a letter, a chart with soundings. */
export function pages(): string {
  const tides = [0, 1, 2, 3, 4, 5]
    .map(
      (i) =>
        text(34, 112 + i * 26, 11, `${String(4 + i * 3).padStart(2, '0')}:1${i}`) +
        text(96, 112 + i * 26, 11, `${((i % 2 === 0 ? 4.2 : 0.8) + i / 10).toFixed(1)} m`),
    )
    .join('')
  const letter = Array.from(
    { length: 11 },
    (_, i) => `<path d="M184 ${96 + i * 16}H${i % 4 === 3 ? 262 : 298}" stroke="#8b8775" stroke-width="3"/>`,
  ).join('')
  const depths = ['12', '8', '5', '3', '7', '15', '9']
    .map((n, i) => text(346 + (i % 3) * 34, 110 + Math.floor(i / 3) * 46 + (i % 2) * 14, 12, n, ' font-style="italic"'))
    .join('')
  return svg(
    desk +
      sheet(20, 40, 130, 240, text(34, 72, 15, 'Tide table', ' font-weight="700"') + '<path d="M34 86H136" stroke="#26303a"/>' + tides) +
      sheet(172, 40, 138, 240, text(184, 72, 15, 'Dear harbour', ' font-weight="700"') + letter) +
      sheet(
        330,
        40,
        130,
        240,
        '<path d="M330 230Q380 180 460 214V280H330Z" fill="#d7c48e"/><path d="M338 150q40 30 70 4t50 20M338 190q30 20 60 0t60 8" fill="none" stroke="#4c8bb0"/>' +
          text(344, 72, 15, 'Chart 17', ' font-weight="700"') +
          depths,
      ),
  )
}
