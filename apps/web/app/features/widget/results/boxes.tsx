import { useState } from 'react'
import { useMediaAddress } from '../fields/use-media-address.ts'
import type { Media } from '../widget-inputs.ts'
import type { FoundObject } from './answer-shapes.ts'
import { colorOf } from './label-colors.ts'

/** Bounding boxes drawn on the image, and a list of their labels. */
export function Boxes({ media, objects }: { media: Media | null; objects: readonly FoundObject[] }) {
  const address = useMediaAddress(media)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const names = [...new Set(objects.map(({ label }) => label))]
  if (objects.length === 0) return <p className="text-soft">The model found nothing.</p>
  return (
    <div className="grid gap-3">
      {address === null ? null : (
        <div className="relative w-fit max-w-full">
          <img
            src={address}
            alt={`With ${objects.length} boxes drawn on it`}
            className="max-h-96 max-w-full rounded"
            onLoad={({ currentTarget }) => setSize(pixelsOf(currentTarget, address))}
          />
          {size === null
            ? null
            : objects.map(({ label, box }, i) => (
                <span
                  key={`${label}${i}`}
                  aria-hidden="true"
                  className="absolute border-2"
                  style={{
                    borderColor: colorOf(label, names),
                    left: `${(box.xmin / size.width) * 100}%`,
                    top: `${(box.ymin / size.height) * 100}%`,
                    width: `${((box.xmax - box.xmin) / size.width) * 100}%`,
                    height: `${((box.ymax - box.ymin) / size.height) * 100}%`,
                  }}
                >
                  <span
                    className="absolute top-0 left-0 px-1 text-xs whitespace-nowrap text-white"
                    style={{ background: colorOf(label, names) }}
                  >
                    {label}
                  </span>
                </span>
              ))}
        </div>
      )}
      <ul className="grid gap-1 text-sm">
        {objects.map(({ label, score }, i) => (
          <li key={`${label}${i}`} className="flex items-baseline gap-2">
            <span aria-hidden="true" className="size-3 shrink-0 rounded-sm" style={{ background: colorOf(label, names) }} />
            <span className="min-w-0 grow">{label}</span>
            <span className="tabular-nums">{score.toFixed(3)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The size of the image in the model's coordinates: drawings (SVG) are rendered at a fixed width, everything else at its own size. */
function pixelsOf({ naturalWidth, naturalHeight }: HTMLImageElement, address: string): { width: number; height: number } {
  if (!address.endsWith('.svg')) return { width: naturalWidth, height: naturalHeight }
  return { width: 960, height: Math.round(960 * (naturalHeight / naturalWidth || 2 / 3)) }
}
