import { sound } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { bell, noise } from '../sounds/harbour-sounds.ts'
import { speech } from '../sounds/speech.ts'
import { mixed } from '../sounds/wav.ts'

export const detail: TaskDetail = {
  summary:
    'Sound goes in, and other sound comes out: cleaned of noise, split into its sources, in another voice, at a higher sampling rate. What is wanted is decided by training, so each model does one of these things.',
  uses: [
    { title: 'Clean speech', text: 'Remove traffic, wind and echo from calls, interviews and old recordings.' },
    { title: 'Separate', text: 'Take a song apart into voice, drums, bass and the rest, or two people who speak at once.' },
    { title: 'Change the voice', text: 'Anonymise a witness, dub an actor in another language.' },
    { title: 'Restore', text: 'Fill gaps and add the high notes that a telephone cut off.' },
  ],
  input: 'A waveform at the rate of the model. Long ones are processed in overlapping blocks.',
  output: 'One waveform, or one for each source. Their order is the model’s, since sources have no names unless it was trained with names.',
  demo: {
    inputs: [{ type: 'audio', filename: 'input.wav', alt: 'A voice asks a question while a bell rings and the recording hisses' }],
    outputs: [
      { type: 'audio', filename: 'voice.wav', alt: 'The voice alone' },
      { type: 'audio', filename: 'bell.wav', alt: 'The bell alone' },
    ],
  },
  files: {
    'input.wav': sound(() => mixed(speech(), bell(2, [0.1, 1], 0.25), noise(2, 0.12))),
    'voice.wav': sound(speech),
    'bell.wav': sound(() => bell(2, [0.1, 1], 0.25)),
  },
  metrics: [metric.snri, metric.sdri, metric.pesq],
  variants: [
    { name: 'Speech enhancement', text: 'Noise and echo go, the voice stays.' },
    { name: 'Source separation', text: 'One recording becomes several.' },
    { name: 'Voice conversion', text: 'The words stay, the speaker changes.' },
    { name: 'Speech-to-speech translation', text: 'Another language, in a similar voice.' },
    { name: 'Bandwidth extension', text: 'From a narrow band to a full one.' },
  ],
  related: ['audio-classification', 'text-to-speech', 'text-to-audio', 'voice-activity-detection'],
  youtubeId: 'iohj7nCCYoM',
}
