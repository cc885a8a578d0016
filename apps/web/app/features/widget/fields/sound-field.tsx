import { Mic, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Media } from '../widget-inputs.ts'
import { MediaDrop } from './media-drop.tsx'
import { useMediaAddress } from './use-media-address.ts'

export function SoundField({ media, onChange }: { media: Media | null; onChange: (media: Media) => void }) {
  const address = useMediaAddress(media)
  const { isRecording, problem, toggle } = useRecorder((file) => onChange({ file, name: 'recording' }))
  return (
    <MediaDrop
      label="Sound"
      accept="audio/*"
      media={media}
      onChange={onChange}
      more={
        <Button small aria-pressed={isRecording} onClick={toggle}>
          {isRecording ? <Square size={15} aria-hidden="true" /> : <Mic size={15} aria-hidden="true" />}
          {isRecording ? 'Stop recording' : 'Record'}
        </Button>
      }
    >
      {address !== null && media !== null ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said in it is what the model is asked
        <audio controls preload="metadata" src={address} aria-label={`Chosen: ${media.name}`} className="h-10 w-full" />
      ) : null}
      {problem === null ? null : (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </MediaDrop>
  )
}

/** Records from the microphone: one button starts and stops it, and leaving the page releases it. */
function useRecorder(onSound: (sound: Blob) => void) {
  const [isRecording, setRecording] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const recorder = useRef<MediaRecorder | null>(null)
  useEffect(() => () => recorder.current?.stream.getTracks().forEach((track) => track.stop()), [])
  const begin = async () => {
    setProblem(null)
    try {
      // `mediaDevices` is undefined if the page is not served over TLS.
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const pieces: Blob[] = []
      const own = (recorder.current = new MediaRecorder(stream))
      own.ondataavailable = ({ data }) => void pieces.push(data)
      own.onstop = () => {
        for (const track of stream.getTracks()) track.stop()
        setRecording(false)
        onSound(new Blob(pieces, { type: own.mimeType }))
      }
      own.start()
      setRecording(true)
    } catch {
      setProblem('The browser gives no microphone to this page.')
    }
  }
  return { isRecording, problem, toggle: () => (isRecording ? recorder.current?.stop() : void begin()) }
}
