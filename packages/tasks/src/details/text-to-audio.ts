import { sound } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { plucked, waves } from '../sounds/harbour-sounds.ts'
import { mixed } from '../sounds/wav.ts'

export const detail: TaskDetail = {
  summary:
    'A description goes in, and sound comes out: music, noises, a landscape of sound, or speech. Some models draw a spectrogram by diffusion, others write compressed sound token by token, as a language model writes text. Speech has a task of its own, text-to-speech, which asks for the words to be right.',
  uses: [
    { title: 'Music for video and games', text: 'A loop in a given mood, length and tempo.' },
    { title: 'Sound effects', text: 'A creaking door, rain on a tent, a crowd far away.' },
    { title: 'Sketches', text: 'Try an arrangement before musicians are asked.' },
    { title: 'Training data', text: 'Rare sounds for detectors that otherwise never hear them.' },
  ],
  input: 'A description in words: instruments, mood, tempo, place. Some models take lyrics, a melody to follow, or sound to continue.',
  output: 'A waveform with its sampling rate. Length is limited by the model, often to 10 to 60 seconds at once.',
  demo: {
    inputs: [{ type: 'text', label: 'Prompt', content: 'A slow tune on a plucked string instrument, waves on a shore behind it' }],
    outputs: [{ type: 'audio', filename: 'output.wav', alt: 'A slow rising and falling tune on plucked strings, with the sound of waves' }],
  },
  files: { 'output.wav': sound(() => mixed(plucked([196, 246.9, 293.7, 392, 293.7, 246.9]), waves(4.2, 0.16))) },
  metrics: [
    metric.fad,
    {
      id: 'clap_score',
      name: 'CLAP score',
      description: 'Cosine between embeddings of the sound and of its description: does it sound like what was asked for?',
      better: 'higher',
    },
    metric.mos,
  ],
  variants: [
    { name: 'Text-to-music', text: 'Trained on music, with control over key, tempo or melody.' },
    { name: 'Sound effects', text: 'Short sounds of things and places.' },
    { name: 'Singing', text: 'Lyrics and notes become a voice.' },
    { name: 'Text-to-speech', text: 'Spoken language: see the task of that name.' },
  ],
  related: ['text-to-speech', 'audio-to-audio', 'audio-classification'],
}
