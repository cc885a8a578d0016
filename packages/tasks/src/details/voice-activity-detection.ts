import { sound } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { waves } from '../sounds/harbour-sounds.ts'
import { speech } from '../sounds/speech.ts'
import { joined, mixed, silence } from '../sounds/wav.ts'

export const detail: TaskDetail = {
  summary:
    'Sound goes in, and the stretches in which somebody speaks come out. A very small model that runs all the time: every 10 to 30 milliseconds it says how likely speech is, so that larger models only hear what is worth hearing.',
  uses: [
    { title: 'Before speech recognition', text: 'Skip silence and noise, save time, and avoid words invented where nobody speaks.' },
    { title: 'Turn-taking', text: 'Notice that somebody has finished, and that somebody interrupts.' },
    { title: 'Cut recordings', text: 'Split hours of sound at the pauses.' },
    { title: 'Save bandwidth', text: 'Send nothing while nobody speaks.' },
  ],
  input: 'A stream or a file, mono, at 8,000 or 16,000 samples a second, in chunks of the size that the model expects.',
  output:
    'A probability for each chunk. A threshold, a shortest length of speech and of silence, and some padding turn them into segments.',
  demo: {
    inputs: [{ type: 'audio', filename: 'input.wav', alt: 'Waves; after a second a voice asks a question; then waves again' }],
    outputs: [
      {
        type: 'tabular',
        table: [
          ['Start', 'End', 'Speech'],
          ['0.00 s', '1.02 s', 'no'],
          ['1.02 s', '2.68 s', 'yes'],
          ['2.68 s', '3.80 s', 'no'],
        ],
      },
    ],
  },
  files: { 'input.wav': sound(() => mixed(joined(silence(1), speech()), waves(3.8, 0.12))) },
  metrics: [
    metric.der,
    {
      id: 'roc_auc',
      name: 'ROC AUC',
      description: 'Chance that a chunk of speech gets a higher score than a chunk without. Needs no threshold; 0.5 is guessing.',
      better: 'higher',
    },
  ],
  variants: [
    { name: 'Frame by frame', text: 'Decides at once, for live use.' },
    { name: 'Segmentation', text: 'Sees some seconds at a time, and also marks changes of speaker and overlapping speech.' },
    { name: 'Diarisation', text: 'Who spoke when: built on top, with a vector for each voice.' },
  ],
  related: ['automatic-speech-recognition', 'audio-classification', 'audio-to-audio'],
}
