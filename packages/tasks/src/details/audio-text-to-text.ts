import { sound } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { bell, waves } from '../sounds/harbour-sounds.ts'
import { mixed } from '../sounds/wav.ts'

export const detail: TaskDetail = {
  summary:
    'Sound and a text go in, and a text comes out. A language model that hears: ask it what was said, by how many people, in what mood, or what else can be heard. Unlike a transcript followed by a language model, it keeps tone, pauses and noises.',
  uses: [
    { title: 'Question a recording', text: 'What was agreed, who disagreed, when did the music start?' },
    { title: 'Spoken dialogue', text: 'Speak to an assistant, which answers in text or through a voice.' },
    { title: 'Transcribe with instructions', text: 'In a given format, with the names of a list, only the parts about one subject.' },
    { title: 'Describe sounds', text: 'Captions for people who do not hear, search in sound archives.' },
  ],
  input:
    'Messages whose content is text and sound; the processor of the model turns the sound into features or tokens. The length of sound is limited, from half a minute to half an hour.',
  output: 'Text, as from any chat model.',
  demo: {
    inputs: [
      { type: 'audio', filename: 'input.wav', alt: 'A ship’s bell is struck four times in two pairs, above the sound of waves' },
      { type: 'text', label: 'Question', content: 'What do you hear, and what does it tell about the time?' },
    ],
    outputs: [
      {
        type: 'text',
        label: 'Answer',
        content: 'A ship’s bell, struck four times in two pairs, with waves behind it. Four bells means that half of the watch is over.',
      },
    ],
  },
  files: { 'input.wav': sound(() => mixed(bell(4.2, [0.3, 0.75, 1.7, 2.15], 0.5), waves(4.2, 0.18))) },
  metrics: [metric.wer, metric.bleu, metric.accuracy],
  variants: [
    { name: 'Speech', text: 'Dialogue, transcription and translation.' },
    { name: 'General sound', text: 'Noises and music as well as words.' },
    { name: 'With speech output', text: 'Models that also answer aloud are listed under any-to-any.' },
  ],
  related: ['automatic-speech-recognition', 'audio-classification', 'any-to-any', 'text-generation'],
}
