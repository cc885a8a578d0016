import { useEffect, useMemo } from 'react'
import type { Media } from '../widget-inputs.ts'

/** Returns a URL for displaying an image or audio clip; for a chosen file, an object URL that is revoked when it is no longer shown. */
export function useMediaAddress(media: Media | null): string | null {
  const file = media !== null && 'file' in media ? media.file : null
  const own = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file])
  useEffect(
    () => () => {
      if (own !== null) URL.revokeObjectURL(own)
    },
    [own],
  )
  return media !== null && 'src' in media ? media.src : own
}
