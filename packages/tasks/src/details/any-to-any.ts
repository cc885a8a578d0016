import { picture, sound } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour } from '../pictures/harbor.ts'
import { speech } from '../sounds/speech.ts'

export const detail: TaskDetail = {
  summary:
    'Text, pictures, sound or video go in, in any mixture, and more than one kind of these comes out. One model instead of a chain: it hears the tone of a voice, looks at what is shown, and answers with speech or a picture as the conversation wants.',
  uses: [
    { title: 'Spoken assistants that see', text: 'Talk about what the camera shows and interrupt while it answers.' },
    { title: 'Illustrated answers', text: 'Text and drawings in one reply, or an edit after a discussion.' },
    { title: 'Translate speech', text: 'From voice to voice, with the expression kept.' },
  ],
  input: 'Messages whose content is any mixture of the kinds that the model knows.',
  output: 'Text together with sound or pictures; what is wanted is set by the call or decided by the model.',
  demo: {
    inputs: [
      { type: 'img', filename: 'input.svg', alt: 'A harbour scene with a boat' },
      { type: 'text', label: 'Message', content: 'Ask the skipper of this boat aloud whether the mooring is free in winter.' },
    ],
    outputs: [
      { type: 'text', label: 'Text', content: 'Are you away all year?' },
      { type: 'audio', filename: 'output.wav', alt: 'A synthetic voice asks: Are you away all year?' },
    ],
  },
  files: { 'input.svg': picture(() => harbour()), 'output.wav': sound(speech) },
  metrics: [
    metric.accuracy,
    metric.wer,
    {
      id: 'latency',
      name: 'Time to first sound',
      description:
        'Seconds from the end of a question to the beginning of the spoken answer. Below half a second feels like a conversation.',
      better: 'lower',
    },
  ],
  variants: [
    { name: 'Speech in, speech out', text: 'With pictures or video on the way in.' },
    { name: 'Pictures in, pictures out', text: 'Understands and draws with the same weights.' },
    { name: 'Everything', text: 'All kinds in both directions.' },
  ],
  related: ['image-text-to-text', 'audio-text-to-text', 'video-text-to-text', 'text-to-speech'],
}
