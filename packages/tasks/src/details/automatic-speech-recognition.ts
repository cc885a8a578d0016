import { sound } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { speech } from '../sounds/speech.ts'

export const detail: TaskDetail = {
  summary:
    'Speech goes in, and its words come out as text. Some models label every slice of sound with a letter and merge repetitions, others listen to half a minute and write it down as a language model would, with punctuation. The latter read better and can, in silence or noise, write what nobody said.',
  uses: [
    { title: 'Transcripts and subtitles', text: 'Meetings, interviews, lectures, films, with the time of each word.' },
    { title: 'Voice control', text: 'Commands and dictation, on the device, without a network.' },
    { title: 'Search in recordings', text: 'Find the minute in which something was said.' },
    { title: 'Documentation of languages', text: 'A first transcript for languages that few write.' },
  ],
  input:
    'Sound, mono, mostly at 16,000 samples a second; the pipeline resamples files. Long recordings are cut into overlapping windows. Telling the language beforehand helps.',
  output: 'Text, on request with the start and end of each word or segment. Who speaks is another model’s job (diarisation).',
  demo: {
    inputs: [{ type: 'audio', filename: 'input.wav', alt: 'A synthetic voice asks a question' }],
    outputs: [{ type: 'text', label: 'Transcript', content: 'Are you away all year?' }],
  },
  files: { 'input.wav': sound(speech) },
  metrics: [metric.wer, metric.cer],
  variants: [
    { name: 'Streaming', text: 'Text appears while somebody speaks; the model sees little of the future.' },
    { name: 'Multilingual', text: 'Recognises the language itself, or is told.' },
    { name: 'Speech translation', text: 'Writes in another language than the one spoken.' },
    { name: 'Phonetic', text: 'Writes sounds instead of letters, for languages without a fixed spelling.' },
  ],
  related: ['audio-text-to-text', 'voice-activity-detection', 'text-to-speech', 'audio-classification'],
  youtubeId: 'TksaY_FDgnk',
}
