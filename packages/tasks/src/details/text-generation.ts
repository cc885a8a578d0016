import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'Generates text from a prompt, one token at a time. A base model continues any text; an instruction-tuned model continues a conversation, laid out by a chat template, and so answers, writes, translates, explains, calls tools and programs. One model for many tasks: most of what this catalog lists for text can be asked of it in words.',
  uses: [
    { title: 'Assistants', text: 'Answer questions over several turns, with tools and documents at hand.' },
    { title: 'Writing and rewriting', text: 'Draft, shorten, change the tone, turn notes into prose.' },
    {
      title: 'Code',
      text: 'Complete, explain, translate and repair programs; such models are trained on source code, some to fill a gap in the middle.',
    },
    { title: 'Structured data from text', text: 'Fill a JSON schema from a letter; constrain decoding, so that the output always parses.' },
  ],
  input:
    'A prompt, or a list of messages with roles (system, user, assistant, tool). Prompt and answer share the context length of the model. Use the chat template that the model was trained with: without it quality drops sharply.',
  output:
    'Tokens, usually streamed. Temperature, top-p and top-k set how freely they are drawn; a maximum sets how many there are at most; stop sequences end early.',
  demo: {
    inputs: [{ type: 'text', label: 'Message', content: 'Explain in one sentence why there are two tides a day.' }],
    outputs: [
      {
        type: 'text',
        label: 'Answer',
        content:
          'The Moon pulls the water on the near side more strongly than the Earth, and the Earth more strongly than the water on the far side, so the sea bulges on both sides and a turning coast passes two bulges a day.',
      },
    ],
  },
  metrics: [
    { ...metric.crossEntropy, id: 'Cross Entropy' },
    { ...metric.perplexity, id: 'Perplexity' },
    {
      id: 'pass-at-k',
      name: 'Pass@k',
      description: 'For code: chance that at least one of k generated programs passes the tests.',
      better: 'higher',
    },
  ],
  variants: [
    { name: 'Conversational', text: 'Tuned on dialogues; takes messages, and a chat template turns them into tokens.' },
    { name: 'Language modelling', text: 'The base model, for continuation and for further training.' },
    { name: 'Text-to-text', text: 'An encoder reads, a decoder writes: T5 and its kin, for fixed tasks such as correction or paraphrase.' },
    { name: 'Infilling', text: 'Text before and after a gap is given; common in code editors.' },
    { name: 'Reasoning', text: 'Writes out its steps before it answers, often between marks that programs should remove.' },
  ],
  related: ['summarization', 'translation', 'image-text-to-text', 'fill-mask', 'question-answering'],
  youtubeId: 'e9gNEAlsOvU',
}
