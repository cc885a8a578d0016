import type { DemoFile } from './detail.ts'
import { wav } from './sounds/wav.ts'

/** A drawing for a demo. `make` returns a whole SVG document. */
export function picture(make: () => string): DemoFile {
  return { mediaType: 'image/svg+xml', make }
}

/** An audio clip for a demo. `make` returns samples between -1 and 1, 16,000 per second. */
export function sound(make: () => Float64Array): DemoFile {
  return { mediaType: 'audio/wav', make: () => wav(make()) }
}
