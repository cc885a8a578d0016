import { sound } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { speech } from '../sounds/speech.ts'

export const detail: TaskDetail = {
  summary:
    'A text goes in, and speech comes out. Models differ in whose voice they speak with: one that was trained in, one of a list, or any voice of which they hear a few seconds. The last needs the consent of its owner, and many licences say so.',
  uses: [
    { title: 'Read aloud', text: 'Articles, books and screens for people who cannot or do not want to look.' },
    { title: 'Voice assistants', text: 'The last step of a spoken dialogue; streaming models begin before the sentence is written.' },
    { title: 'Announcements', text: 'Stops, gates and warnings in many languages, without a studio.' },
    {
      title: 'Training data for listening',
      text: 'Spoken versions of sentences that no recording has, to teach speech recognition rare words.',
    },
  ],
  input:
    'A text. Numbers, abbreviations and foreign names are read as the model likes: write them out. Some models take phonemes, a style in words, or a sample of a voice.',
  output:
    'A waveform and its sampling rate, usually 16,000 to 48,000 samples a second. Models that write a spectrogram need a vocoder as a second step.',
  demo: {
    inputs: [{ type: 'text', label: 'Text', content: 'Are you away all year?' }],
    outputs: [{ type: 'audio', filename: 'output.wav', alt: 'A synthetic voice asks: Are you away all year?' }],
  },
  files: { 'output.wav': sound(speech) },
  metrics: [
    metric.mcd,
    metric.mos,
    {
      ...metric.wer,
      description:
        'Word error rate of a speech recogniser that listens to the output: how intelligible it is. Says nothing about how natural.',
    },
  ],
  variants: [
    { name: 'Single speaker', text: 'One voice, small and reliable.' },
    { name: 'Voice cloning', text: 'Speaks with the voice of a sample of some seconds. Ask its owner.' },
    { name: 'Expressive', text: 'Style, mood and pace are described in words or by marks in the text.' },
    { name: 'Multilingual', text: 'One model for many languages, sometimes changing within a sentence.' },
  ],
  related: ['text-to-audio', 'automatic-speech-recognition', 'audio-to-audio'],
  canonicalId: 'text-to-audio',
  youtubeId: 'NW62DpzJ274',
}
