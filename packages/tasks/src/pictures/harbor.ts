import { svg } from './svg.ts'

/** The objects in the harbor scene. */
export type Thing = 'sky' | 'sun' | 'cloud' | 'hills' | 'headland' | 'tower' | 'sea' | 'hull' | 'sail' | 'pier' | 'buoy' | 'gull'

/** A color for each object. */
export type Palette = Readonly<Record<Thing, string>>

export const palettes = {
  day: {
    sky: '#a9d3e8',
    sun: '#ffe9a8',
    cloud: '#f4fafc',
    hills: '#7f9c8c',
    headland: '#5d7a4f',
    tower: '#f6f1e4',
    sea: '#2f7391',
    hull: '#8a3b24',
    sail: '#fbf6e9',
    pier: '#6d5a48',
    buoy: '#d9452b',
    gull: '#ffffff',
  },
  dawn: {
    sky: '#f3b08c',
    sun: '#fff1c2',
    cloud: '#f9d6c4',
    hills: '#8d6c86',
    headland: '#5b4a63',
    tower: '#f0d9cf',
    sea: '#7a6f9c',
    hull: '#4a2b33',
    sail: '#fbe7d3',
    pier: '#43374a',
    buoy: '#c23f3a',
    gull: '#fff4ea',
  },
  night: {
    sky: '#0f1d33',
    sun: '#e9edf5',
    cloud: '#1d2f4a',
    hills: '#142338',
    headland: '#10202a',
    tower: '#8fa0b3',
    sea: '#122f47',
    hull: '#2a1a1c',
    sail: '#9fb0c2',
    pier: '#14161d',
    buoy: '#7c2a22',
    gull: '#5c7089',
  },
  /** Near is light, far is dark, as depth maps are usually shown. */
  depth: {
    sky: '#050505',
    sun: '#050505',
    cloud: '#111111',
    hills: '#2b2b2b',
    headland: '#474747',
    tower: '#505050',
    sea: 'url(#near)',
    hull: '#a6a6a6',
    sail: '#a6a6a6',
    pier: '#f0f0f0',
    buoy: '#d0d0d0',
    gull: '#707070',
  },
  /** One flat color per class. */
  classes: {
    sky: '#4c8bd6',
    sun: '#4c8bd6',
    cloud: '#4c8bd6',
    hills: '#3f8f4a',
    headland: '#3f8f4a',
    tower: '#d08a1d',
    sea: '#1b4f8f',
    hull: '#c2344f',
    sail: '#c2344f',
    pier: '#7a7a7a',
    buoy: '#9b4fc0',
    gull: '#e0c53b',
  },
  /** The same objects in another style: a few strong colors, as on a printed poster. */
  poster: {
    sky: '#f4d58d',
    sun: '#e4572e',
    cloud: '#f7e3b5',
    hills: '#708d81',
    headland: '#4a6b5d',
    tower: '#fff8e7',
    sea: '#1f5f6b',
    hull: '#001427',
    sail: '#e4572e',
    pier: '#001427',
    buoy: '#bf0603',
    gull: '#001427',
  },
} as const satisfies Record<string, Palette>

export interface HarbourOptions {
  readonly palette?: Palette
  /** Flat colors only: no waves, bands or shading, as in maps of classes and of depth. */
  readonly isFlat?: boolean
  /** Outlines instead of colors: a drawing. */
  readonly isSketch?: boolean
  /** Shapes above the scene. */
  readonly overlay?: string
  /** Moves for five seconds; still for readers who prefer reduced motion. */
  readonly motion?: 'sail' | 'swell'
  /** Without the boat: for edits that add or remove it. */
  readonly withoutBoat?: boolean
}

/** The objects' positions, in pixels from the top left: what a perfect detector would return. */
export const bounds = {
  boat: { x: 126, y: 80, width: 128, height: 172 },
  lighthouse: { x: 396, y: 36, width: 46, height: 126 },
  buoy: { x: 318, y: 226, width: 34, height: 48 },
  gull: { x: 70, y: 52, width: 62, height: 36 },
} as const

/** A small harbor: a boat under sail, a lighthouse on a headland, a buoy, a pier and gulls. */
export function harbour(options: HarbourOptions = {}): string {
  const { palette = palettes.day, isFlat = false, isSketch = false, overlay = '', motion, withoutBoat = false } = options
  const fill = (thing: Thing) =>
    isSketch ? 'fill="#fdfaf3" stroke="#3a3a3a" stroke-width="2" stroke-linejoin="round"' : `fill="${palette[thing]}"`
  const rich = (shapes: string) => (isFlat || isSketch ? '' : shapes)
  const scene = [
    '<defs><linearGradient id="near" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#303030"/><stop offset="1" stop-color="#e8e8e8"/></linearGradient></defs>',
    `<rect width="480" height="320" ${fill('sky')}/>`,
    `<circle cx="318" cy="66" r="25" ${fill('sun')}/>`,
    `<path d="M34 118a19 15 0 0 1 29-15a24 21 0 0 1 44 5a16 13 0 0 1 13 16H40Z" ${fill('cloud')}/>`,
    `<path d="M0 178C52 134 112 146 168 170S268 150 330 176L480 170V202H0Z" ${fill('hills')}/>`,
    `<path d="M332 204C348 172 372 160 402 157L480 150V214H330Z" ${fill('headland')}/>`,
    lighthouse(fill, rich),
    `<path d="M0 194H480V320H0Z" ${fill('sea')}/>`,
    rich(
      '<g class="waves" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="2" stroke-linecap="round"><path d="M20 222q10-7 20 0t20 0M288 216q10-7 20 0t20 0M388 246q10-7 20 0t20 0M60 292q12-8 24 0t24 0M236 284q12-8 24 0t24 0M372 300q12-8 24 0t24 0M150 306q12-8 24 0t24 0"/></g>',
    ),
    isSketch
      ? '<path d="M20 222q10-7 20 0t20 0M288 216q10-7 20 0t20 0M388 246q10-7 20 0t20 0M236 284q12-8 24 0t24 0M372 300q12-8 24 0t24 0" fill="none" stroke="#3a3a3a" stroke-width="1.5"/>'
      : '',
    withoutBoat ? '' : boat(fill, rich),
    `<g class="buoy"><path d="M322 262Q335 274 348 262L343 244H327Z" ${fill('buoy')}/><path d="M331 244V232h8v12Z" ${fill('buoy')}/><circle cx="335" cy="229" r="3.5" ${fill('buoy')}/></g>`,
    `<path d="M0 258C36 248 78 254 100 272L124 320H0Z" ${fill('pier')}/>`,
    rich('<path d="M0 258C36 248 78 254 100 272" fill="none" stroke="#fff" stroke-opacity=".25" stroke-width="3"/>'),
    gulls(isSketch ? '#3a3a3a' : palette.gull),
  ].join('')
  return svg(`${scene}${overlay}`, motion === undefined ? '' : motions[motion])
}

type Fill = (thing: Thing) => string
type Rich = (shapes: string) => string

function lighthouse(fill: Fill, rich: Rich): string {
  return (
    `<g><path d="M405 160L411 74H427L433 160Z" ${fill('tower')}/>` +
    rich('<path d="M408.4 112L409.8 92H428.200L429.6 112ZM406.1 146L407.5 126H430.500L431.9 146Z" fill="#c8412b"/>') +
    `<path d="M404 74H434V69H404Z" ${fill('tower')}/><path d="M411 69V54H427V69Z" ${fill('tower')}/>` +
    rich('<rect class="lamp" x="413.5" y="55" width="11" height="13" fill="#ffd65c"/>') +
    `<path d="M408 54L419 40L430 54Z" ${fill('tower')}/>${rich('<path d="M408 54L419 40L430 54Z" fill="#c8412b"/>')}</g>`
  )
}

function boat(fill: Fill, rich: Rich): string {
  return (
    '<g class="boat">' +
    `<path d="M196 92V206H250Q238 138 196 92Z" ${fill('sail')}/><path d="M188 100V206H138Q164 158 188 100Z" ${fill('sail')}/>` +
    rich('<path d="M196 92V206H212Q214 140 196 92Z" fill="#000" fill-opacity=".07"/>') +
    `<path d="M190 84H194V216H190Z" ${fill('hull')}/>` +
    `<path d="M128 214H252L238 244Q190 253 146 244Z" ${fill('hull')}/>` +
    rich('<path d="M131 220H249" stroke="#fff" stroke-opacity=".45" stroke-width="3"/>') +
    '</g>'
  )
}

function gulls(colour: string): string {
  return `<g class="gulls" fill="none" stroke="${colour}" stroke-width="3.5" stroke-linecap="round"><path d="M74 64q9-10 16 0q7-10 16 0M106 82q6-7 11 0q5-7 11 0"/></g>`
}

const still = '@media (prefers-reduced-motion:reduce){*{animation:none!important}}'
/** Five seconds and no more: longer animations need a button to stop them (WCAG 2.2.2). */
const motions = {
  sail: `.boat{animation:sail 5s ease-out}.waves{animation:drift 2.5s ease-in-out 2 alternate}.gulls{animation:fly 5s ease-out}@keyframes sail{from{transform:translateX(-260px)}}@keyframes drift{to{transform:translateX(14px)}}@keyframes fly{from{transform:translate(-90px,24px)}}${still}`,
  swell: `.boat{animation:roll 2.5s ease-in-out 2 alternate;transform-origin:190px 240px}.buoy{animation:roll 1.25s ease-in-out 4 alternate-reverse;transform-origin:335px 268px}.waves{animation:drift 2.5s ease-in-out 2 alternate}.gulls{animation:fly 5s ease-out}@keyframes roll{from{transform:rotate(0)}50%{transform:rotate(-6deg)}to{transform:rotate(6deg) translateY(3px)}}@keyframes drift{to{transform:translateX(14px)}}@keyframes fly{from{transform:translate(-90px,24px)}}${still}`,
} as const
