import { useEffect, useMemo } from 'react'
import type { Media } from '../widget-inputs.ts'

/** An address at which the page can show a picture or a sound; of a chosen file one that lives as long as it is shown. */
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
