import { sequence, svg } from './svg.ts'

/** A buoy as a picture to turn into a 3D model. */
export function buoyPhoto(): string {
  return svg(
    '<rect width="480" height="320" fill="#cfe1e8"/><path d="M0 236H480V320H0Z" fill="#3c7d98"/>' +
      '<ellipse cx="240" cy="262" rx="96" ry="20" fill="#2b6079"/>' +
      '<path d="M158 250Q240 292 322 250L296 206H184Z" fill="#b8341f"/><path d="M184 206Q240 222 296 206L268 106H212Z" fill="#d9452b"/><path d="M200 148Q240 160 280 148L274 126Q240 136 206 126Z" fill="#f6f1e4"/>' +
      '<path d="M226 106V66H254V106Z" fill="#8a2a1a"/><circle cx="240" cy="56" r="14" fill="#ffd65c"/>',
  )
}

/** The same buoy as a mesh: rings and meridians without a surface. */
export function buoyMesh(): string {
  /** Radius and height of each ring, in pixels. */
  const profile = [
    [14, 44],
    [14, 70],
    [14, 106],
    [28, 108],
    [42, 148],
    [56, 206],
    [82, 250],
    [54, 268],
    [6, 276],
  ] as const
  const rings = profile.map(([r, y]) => `<ellipse cx="240" cy="${y}" rx="${r}" ry="${(r * 0.22).toFixed(1)}"/>`).join('')
  const meridians = Array.from({ length: 9 }, (_, i) => {
    const angle = ((i + 0.3) / 9) * Math.PI
    const points = profile.map(([r, y]) => `${(240 + r * Math.cos(angle)).toFixed(1)} ${(y + r * 0.22 * Math.sin(angle)).toFixed(1)}`)
    return `M${points.join('L')}`
  }).join('')
  return svg(
    `<rect width="480" height="320" fill="#122530"/><g fill="none" stroke="#86c8e6" stroke-width="1.2">${rings}<path d="${meridians}"/></g>`,
  )
}

/** Nine shells, each drawn from different random numbers. */
export function shells(): string {
  const random = sequence(20)
  const cells = Array.from({ length: 9 }, (_, i) => {
    const [x, y] = [110 + (i % 3) * 130, 74 + Math.floor(i / 3) * 104]
    const hue = Math.round(10 + random() * 40)
    const ribs = 7 + Math.floor(random() * 6)
    const [width, height] = [34 + random() * 14, 36 + random() * 8]
    const lines = Array.from({ length: ribs }, (_, k) => {
      const angle = Math.PI * (1 + (k + 0.5) / ribs)
      return `<path d="M0 18L${(Math.cos(angle) * width).toFixed(1)} ${(Math.sin(angle) * height + 6).toFixed(1)}"/>`
    }).join('')
    return `<g transform="translate(${x} ${y}) rotate(${Math.round(random() * 50 - 25)})"><path d="M0 22L-${width.toFixed(1)} 6A${width.toFixed(1)} ${height.toFixed(1)} 0 0 1 ${width.toFixed(1)} 6Z" fill="hsl(${hue} 55% 76%)" stroke="hsl(${hue} 40% 42%)" stroke-width="2" stroke-linejoin="round"/><g stroke="hsl(${hue} 40% 52%)" stroke-width="1.5">${lines}</g></g>`
  }).join('')
  return svg(`<rect width="480" height="320" fill="#efe5cf"/>${cells}`)
}

/** A robot arm above a table with a red cup and a blue block. */
export function robotArm(): string {
  return svg(
    '<rect width="480" height="320" fill="#dfe5e4"/><path d="M0 244H480V320H0Z" fill="#9c8468"/>' +
      '<path d="M96 246H168L156 214H108Z" fill="#3c4a55"/><g stroke="#e08a2b" stroke-linecap="round"><path d="M132 212L176 116" stroke-width="24"/><path d="M176 116L286 96" stroke-width="19"/><path d="M286 96L316 158" stroke-width="14"/></g>' +
      '<g fill="#3c4a55"><circle cx="132" cy="212" r="16"/><circle cx="176" cy="116" r="14"/><circle cx="286" cy="96" r="11"/></g><path d="M302 164L316 158L332 162M302 164L300 186M332 162L334 186" fill="none" stroke="#3c4a55" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>' +
      '<path d="M298 204H338L333 250H303Z" fill="#c8412b"/><path d="M338 214q16 2 12 16t-15 8" fill="none" stroke="#c8412b" stroke-width="6"/><rect x="388" y="214" width="38" height="38" fill="#2f6fb0"/>',
  )
}

/** A small network: harbors and the routes between them, one route in question. */
export function graph(): string {
  const nodes = [
    ['A', 70, 90],
    ['B', 190, 50],
    ['C', 170, 190],
    ['D', 300, 130],
    ['E', 410, 70],
    ['F', 400, 230],
    ['G', 250, 266],
  ] as const
  const edges = ['AB', 'AC', 'BC', 'BD', 'CD', 'CG', 'DE', 'DG', 'GF']
  const at = (name: string) =>
    nodes
      .find(([each]) => each === name)
      ?.slice(1)
      .join(' ') ?? ''
  const line = (pair: string, more = '') => `<path d="M${at(pair.charAt(0))}L${at(pair.charAt(1))}"${more}/>`
  return svg(
    `<rect width="480" height="320" fill="#f4eee0"/><g stroke="#566060" stroke-width="3">${edges.map((pair) => line(pair)).join('')}${line('EF', ' stroke="#a8321d" stroke-dasharray="8 7"')}</g><g fill="#165a79">${nodes.map(([, x, y]) => `<circle cx="${x}" cy="${y}" r="19"/>`).join('')}</g><g font-family="sans-serif" font-size="16" font-weight="700" fill="#fff" text-anchor="middle">${nodes.map(([name, x, y]) => `<text x="${x}" y="${y + 5.5}">${name}</text>`).join('')}</g><text x="418" y="158" font-family="sans-serif" font-size="18" font-weight="700" fill="#a8321d">?</text>`,
  )
}

/** The tide level over two days; `withForecast` adds the third day and the model's confidence. */
export function tideSeries(withForecast = false): string {
  const point = (hour: number, shift = 0) => {
    const height = 2.4 * Math.sin((hour / 12.42) * 2 * Math.PI) + 0.5 * Math.sin((hour / 24) * 2 * Math.PI) + shift
    return `${(40 + hour * 5.7).toFixed(1)} ${(160 - height * 38).toFixed(1)}`
  }
  const run = (from: number, to: number, shift: (hour: number) => number = () => 0) =>
    Array.from({ length: to - from + 1 }, (_, i) => point(from + i, shift(from + i)))
  const spread = (hour: number) => 0.15 + (hour - 48) * 0.03
  const forecast = `<path d="M${run(48, 72, spread).join('L')}L${run(48, 72, (hour) => -spread(hour))
    .reverse()
    .join('L')}Z" fill="#a8321d" fill-opacity=".22"/><path d="M${run(48, 72).join('L')}" fill="none" stroke="#a8321d" stroke-width="3"/>`
  const days = ['Mon', 'Tue', 'Wed']
    .map((day, i) => `<text x="${44 + i * 137}" y="306" font-family="sans-serif" font-size="14" fill="#566060">${day}</text>`)
    .join('')
  return svg(
    `<rect width="480" height="320" fill="#fdfaf3"/><path d="M40 20V286H462M177 20V286M314 20V286M40 160H462" fill="none" stroke="#ddd3bc" stroke-width="1.5"/>${days}<path d="M${run(0, 48).join('L')}" fill="none" stroke="#165a79" stroke-width="3"/>${withForecast ? forecast : ''}`,
  )
}
