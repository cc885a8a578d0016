import { defaultPrompts } from '../default-prompts.ts'
import type { WidgetExamples } from './widget-example.ts'

/** Pictures and sounds are those of the task pages, served by this hub. The pictures are drawings (SVG). */
const demo = (task: string, file: string) => `/api/tasks/${task}/${file}`

export const en: WidgetExamples = {
  'text-classification': [{ text: 'The crossing was rough, but the crew could not have been kinder.' }],
  'token-classification': [
    { text: 'Ingrid Solberg sails from Bergen to Tromsø in June.' },
    { text: 'Call Mr Okafor at the customs office in Lagos.' },
  ],
  'table-question-answering': [
    {
      text: 'Which lighthouse is the tallest?',
      table: { Lighthouse: ['Larnholm', 'Skarv', 'Outer Tern'], Built: ['1868', '1902', '1887'], 'Height (m)': ['31', '22', '44'] },
    },
  ],
  'question-answering': [
    { text: 'When does the ferry leave?', context: 'The ferry leaves at eight from the old quay.' },
    { text: 'Who keeps the key?', context: 'The key of the boathouse hangs in the kitchen of Mrs Dale, next to the clock.' },
  ],
  'zero-shot-classification': [
    {
      text: 'The card reader at the fuel dock has been out of order since Friday.',
      candidate_labels: 'payment, weather, moorings',
      multi_class: false,
    },
  ],
  translation: [{ text: 'The ferry leaves at eight o’clock from the old quay.' }],
  summarization: [
    {
      text: 'The harbour board met on Tuesday to discuss the winter. Two of the four cranes need new cables, which will take until February, so boats longer than twelve metres should come out of the water before 15 November. The board also agreed to keep the showers open all year, at the same price, after forty members had asked for it.',
    },
  ],
  'feature-extraction': [{ text: 'The tide turns at noon.' }],
  conversational: [
    { messages: [{ role: 'user', content: 'Which ocean is the deepest?' }] },
    { messages: [{ role: 'user', content: 'Write a short packing list for a weekend on a small boat.' }] },
  ],
  'text-generation': [{ text: 'The old skipper looked at the sky and said' }, { text: 'Three things every sailor should know:' }],
  'fill-mask': [{ text: 'The keeper of the lighthouse lit the <mask>.' }],
  'sentence-similarity': [
    {
      source_sentence: 'The harbour is closed because of the storm.',
      sentences: ['No ship may enter the port in this weather.', 'The harbour café closes at six.', 'My cousin plays the accordion.'],
    },
  ],
  'text-ranking': [
    {
      source_sentence: 'what to do when a mooring line breaks',
      sentences: ['Put the engine in neutral and get a second line ashore.', 'Mooring fees are due on the first of the month.'],
    },
  ],
  'text-to-speech': [{ text: defaultPrompts.textToSpeech }],
  'text-to-audio': [{ text: defaultPrompts.textToAudio }],
  'text-to-image': [{ text: defaultPrompts.textToImage }],
  'text-to-video': [{ text: defaultPrompts.textToVideo }],
  'automatic-speech-recognition': [{ src: demo('automatic-speech-recognition', 'input.wav') }],
  'audio-classification': [{ src: demo('audio-classification', 'input.wav') }],
  'audio-to-audio': [{ src: demo('audio-to-audio', 'input.wav') }],
  'voice-activity-detection': [{ src: demo('voice-activity-detection', 'input.wav') }],
  'audio-text-to-text': [{ src: demo('audio-text-to-text', 'input.wav'), text: 'What do you hear?' }],
  'image-classification': [{ src: demo('image-classification', 'input.svg') }],
  'image-segmentation': [{ src: demo('image-segmentation', 'input.svg') }],
  'object-detection': [{ src: demo('object-detection', 'input.svg') }],
  'image-to-text': [{ src: demo('image-to-text', 'input.svg') }],
  'depth-estimation': [{ src: demo('depth-estimation', 'input.svg') }],
  'image-feature-extraction': [{ src: demo('image-feature-extraction', 'input.svg') }],
  'keypoint-detection': [{ src: demo('keypoint-detection', 'input.svg') }],
  'image-to-image': [{ src: demo('image-text-to-image', 'input.svg'), text: 'Make it night' }],
  'image-to-video': [{ src: demo('image-to-video', 'input.svg'), text: 'The boat rolls gently in the swell' }],
  'image-text-to-image': [{ src: demo('image-text-to-image', 'input.svg'), text: 'Make it night and keep the lamp lit' }],
  'image-text-to-video': [{ src: demo('image-text-to-video', 'input.svg'), text: 'The boat comes in from the left' }],
  'mask-generation': [{ src: demo('mask-generation', 'input.svg') }],
  'image-to-3d': [{ src: demo('image-to-3d', 'input.svg') }],
  'image-text-to-text': [{ src: demo('image-text-to-text', 'input.svg'), text: 'How many birds are there?' }],
  'visual-question-answering': [{ src: demo('visual-question-answering', 'input.svg'), text: 'What colour is the buoy?' }],
  'document-question-answering': [{ src: demo('document-question-answering', 'input.svg'), text: 'What is the total amount due?' }],
  'zero-shot-image-classification': [
    { src: demo('zero-shot-image-classification', 'input.svg'), candidate_labels: 'a harbour, a railway station, a kitchen' },
  ],
  'zero-shot-object-detection': [{ src: demo('zero-shot-object-detection', 'input.svg'), candidate_labels: 'white sail, red buoy' }],
  'tabular-classification': [
    { structured_data: { 'Length (cm)': [23.2, 38.4, 12.1], 'Height (cm)': [11.5, 7.8, 2.2], 'Weight (g)': [242, 390, 14] } },
  ],
  'tabular-regression': [
    { structured_data: { 'Boat length (m)': [7.2, 10.5, 12.8], Built: [1998, 2009, 2018], 'Engine (kW)': [12, 28, 41] } },
  ],
}
