import { sound } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { bell, waves } from '../sounds/harbour-sounds.ts'
import { mixed } from '../sounds/wav.ts'

export const detail: TaskDetail = {
  summary:
    'Sound goes in, and a label with a probability comes out: which word was said, who spoke, in which language, what made the noise. Models read a spectrogram as they would read a picture, or learn from the raw waveform of many hours of unlabelled sound first.',
  uses: [
    { title: 'Wake words', text: 'Listen for one word on a small device, without sending anything anywhere.' },
    { title: 'Monitor machines and nature', text: 'Hear a failing bearing, count birds and whales by their calls.' },
    { title: 'Route calls', text: 'By language, intent or urgency, before anybody answers.' },
    { title: 'Tag an archive', text: 'Music by genre and instrument, recordings by what is heard in them.' },
  ],
  input:
    'A clip, mono, at the sampling rate the model was trained with: a wrong rate shifts all pitches and ruins the result. Most models expect one to ten seconds.',
  output: 'A score for each label, best first. Tagging models give independent scores, since several sounds may be heard at once.',
  demo: {
    inputs: [{ type: 'audio', filename: 'input.wav', alt: 'A ship’s bell is struck twice above the sound of waves' }],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'bell', score: 0.93 },
          { label: 'waves', score: 0.81 },
          { label: 'engine', score: 0.04 },
        ],
      },
    ],
  },
  files: { 'input.wav': sound(() => mixed(bell(3.2, [0.4, 0.9], 0.5), waves(3.2, 0.22))) },
  metrics: [metric.accuracy, metric.recall, metric.precision, metric.f1],
  variants: [
    { name: 'Keyword spotting', text: 'One of a few spoken words.' },
    { name: 'Speaker identification', text: 'Which of the known people speaks.' },
    { name: 'Language identification', text: 'Which language is spoken.' },
    { name: 'Emotion', text: 'How it is said. Culture and acting make this less reliable than it looks.' },
    { name: 'Intent', text: 'What the caller wants, without a transcript in between.' },
    { name: 'Zero-shot', text: 'Labels are given in words, and sound and text are compared in one space.' },
  ],
  related: ['voice-activity-detection', 'automatic-speech-recognition', 'audio-text-to-text', 'text-classification'],
  youtubeId: 'KWwzcmG98Ds',
}
