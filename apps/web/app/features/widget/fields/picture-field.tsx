import type { Media } from '../widget-inputs.ts'
import { MediaDrop } from './media-drop.tsx'
import { useMediaAddress } from './use-media-address.ts'

export function PictureField({ media, onChange }: { media: Media | null; onChange: (media: Media) => void }) {
  const address = useMediaAddress(media)
  return (
    <MediaDrop label="Picture" accept="image/*" media={media} onChange={onChange}>
      {address !== null && media !== null ? (
        <img src={address} alt={`Chosen: ${media.name}`} className="max-h-52 max-w-full justify-self-start rounded border border-line" />
      ) : null}
    </MediaDrop>
  )
}
