import { useMediaAddress } from '../fields/use-media-address.ts'

/** An image that a model generated. */
export function MadePicture({ blob }: { blob: Blob }) {
  const address = useMediaAddress({ file: blob, name: 'result' })
  return address === null ? null : (
    <img src={address} alt="Made by the model" className="max-h-[28rem] max-w-full rounded border border-line" />
  )
}

/** An audio clip that a model generated. */
export function MadeSound({ blob }: { blob: Blob }) {
  const address = useMediaAddress({ file: blob, name: 'result' })
  return address === null ? null : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a machine's sound; where it speaks, the text stands in the form
    <audio controls src={address} aria-label="Made by the model" className="w-full" />
  )
}
