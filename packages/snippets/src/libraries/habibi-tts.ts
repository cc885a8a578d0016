import { fill, lines, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/** The unified model before those for one dialect, and the vocabulary next to it. */
function modelFiles(facts: ModelFacts): { readonly weights: string; readonly vocabulary: string; readonly isUnified: boolean } | null {
  // A name that starts with a dash would be read as an option.
  const files = filesEnding(facts, '.safetensors').filter((path) => !path.startsWith('-'))
  const weights = files.find((path) => path.startsWith('Unified/')) ?? files[0]
  if (weights === undefined) return null
  return {
    weights,
    vocabulary: `${weights.slice(0, weights.lastIndexOf('/') + 1)}vocab.txt`,
    isUnified: !weights.startsWith('Specialized/'),
  }
}

/**
 * The tool's own `hf://` addresses have no revision, so the files are downloaded and passed by path. @see https://github.com/SWivid/Habibi-TTS — API
 * of release 0.1
 */
export const library = defineLibrary({
  id: 'habibi-tts',
  label: 'Habibi-TTS',
  repo: 'https://github.com/SWivid/Habibi-TTS',
  filter: false,
  downloads: ext('safetensors'),
  names: { pypi: ['habibi-tts'] },
  install: () => ({ python: ['habibi-tts', 'huggingface_hub'] }),
  snippets(facts, target) {
    const files = modelFiles(facts)
    const weights = files?.weights ?? 'Unified/model_200000.safetensors'
    const vocabulary = files?.vocabulary ?? 'Unified/vocab.txt'
    const model = files?.isUnified === false ? 'Specialized' : 'Unified'
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id} ${weights} ${vocabulary} --local-dir habibi-tts${shellRevision(target)}`,
      sh`
        habibi-tts_infer-cli --model ${model} \
            --ckpt_file habibi-tts/${weights} \
            --vocab_file habibi-tts/${vocabulary} \
            --ref_audio ${fill('your-voice.wav')} \
            --ref_text ${fill('what is said in it')} \
            --gen_text 'تغادر السفينة الميناء عند الفجر.'
      `,
    ])
    const vocoder: Note[] = target.isHuggingFace
      ? []
      : [{ code: 'fixed-model', text: 'It always loads the vocoder charactr/vocos-mel-24khz too: that has to be on this hub as well.' }]
    return { drafts: [{ id: 'speak', title: 'Speak with the voice of a recording', code }], notes: vocoder }
  },
})
