import { useEffect, useRef, useState } from 'react'
import { useMediaAddress } from '../fields/use-media-address.ts'
import type { Media } from '../widget-inputs.ts'
import type { Segment } from './answer-shapes.ts'
import { colorOf } from './label-colors.ts'

/** The image with each segment in its own color; segments can be hidden. */
export function Segments({ media, segments }: { media: Media | null; segments: readonly Segment[] }) {
  const address = useMediaAddress(media)
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const names = [...new Set(segments.map(nameOf))]
  if (segments.length === 0) return <p className="text-soft">The model found no segment.</p>
  return (
    <div className="grid gap-3">
      {address === null ? null : (
        <div className="relative w-fit max-w-full">
          <img src={address} alt={`With ${segments.length} segments drawn on it`} className="max-h-96 max-w-full rounded" />
          {segments.map((segment, i) =>
            hidden.has(i) ? null : <Mask key={nameOf(segment, i)} blob={segment.mask} ink={colorOf(nameOf(segment, i), names)} />,
          )}
        </div>
      )}
      <fieldset className="grid gap-1 text-sm">
        <legend className="sr-only">Segments shown</legend>
        {segments.map((segment, i) => (
          <label key={nameOf(segment, i)} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={!hidden.has(i)}
              onChange={() => setHidden((old) => new Set(old.has(i) ? [...old].filter((each) => each !== i) : [...old, i]))}
              style={{ accentColor: colorOf(nameOf(segment, i), names) }}
              className="size-4"
            />
            <span className="min-w-0 grow">{segment.label ?? 'Foreground'}</span>
            {segment.score === null ? null : <span className="tabular-nums">{segment.score.toFixed(3)}</span>}
          </label>
        ))}
      </fieldset>
    </div>
  )
}

function nameOf({ label }: Segment, i: number): string {
  return `${i} ${label ?? ''}`
}

/** One mask: its white pixels in the color, its black pixels transparent. */
function Mask({ blob, ink }: { blob: Blob; ink: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    void createImageBitmap(blob).then((mask) => {
      const target = canvas.current
      const context = target?.getContext('2d')
      if (isGone || !target || !context) return
      target.width = mask.width
      target.height = mask.height
      context.drawImage(mask, 0, 0)
      const pixels = context.getImageData(0, 0, mask.width, mask.height)
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(ink.slice(at, at + 2), 16))
      for (let i = 0; i < pixels.data.length; i += 4) pixels.data.set([red ?? 0, green ?? 0, blue ?? 0, (pixels.data[i] ?? 0) * 0.6], i)
      context.putImageData(pixels, 0, 0)
    })
    return () => {
      isGone = true
    }
  }, [blob, ink])
  return <canvas ref={canvas} aria-hidden="true" className="pointer-events-none absolute inset-0 size-full" />
}
