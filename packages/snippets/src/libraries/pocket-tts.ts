import { fill, py } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { path } from '../download-rule.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** Languages for which the release has a configuration, as named by the repo's folders. */
const languages: ReadonlySet<string> = new Set([
  'english',
  'french',
  'french_24l',
  'german',
  'german_24l',
  'portuguese',
  'portuguese_24l',
  'italian',
  'italian_24l',
  'spanish',
  'spanish_24l',
  'dutch',
  'dutch_24l',
])

/** The first language for which the repo has weights; English if it has several. */
function languageOf({ files }: ModelFacts): string {
  const found = files.flatMap((file) => /^languages\/([^/]+)\/model\.safetensors$/.exec(file)?.[1] ?? [])
  return found.find((language) => language === 'english') ?? found.find((language) => languages.has(language)) ?? 'english'
}

/** A repo with its own configuration is loaded by it. For others, the release uses built-in configurations at commits it pins itself. */
function configOf({ files }: ModelFacts): string | null {
  const found = files.filter((file) => /\.ya?ml$/.test(file)).sort()
  return found[0] ?? null
}

/** Runs on the CPU. @see https://github.com/kyutai-labs/pocket-tts — API of release 4.0 */
export const library = defineLibrary({
  id: 'pocket-tts',
  label: 'Pocket-TTS',
  repoName: 'PocketTTS',
  repo: 'https://github.com/kyutai-labs/pocket-tts',
  filter: false,
  downloads: path('tts_b6369a24.safetensors'),
  names: { pypi: ['pocket-tts', 'huggingface_hub'] },
  install: (facts) => ({ python: configOf(facts) === null ? ['pocket-tts', 'scipy'] : ['pocket-tts', 'scipy', 'huggingface_hub'] }),
  snippets(facts, target) {
    const config = configOf(facts)
    return config === null ? { drafts: [builtIn(facts, target)], notes: fixed } : { drafts: [configured(facts, target, config)] }
  },
})

const fixed: readonly Note[] = [
  {
    code: 'fixed-model',
    text: 'The release names repository and commit of the weights itself: kyutai/pocket-tts, and kyutai/pocket-tts-without-voice-cloning where that one is closed. They are asked of this hub.',
  },
]

function builtIn(facts: ModelFacts, target: Target): Draft {
  const code = py`
    import scipy.io.wavfile
    from pocket_tts import TTSModel

    model = TTSModel.load_model(language=${languageOf(facts)})
    voice = model.get_state_for_audio_prompt("alba")
    audio = model.generate_audio(voice, "The tide turns at noon.")
    scipy.io.wavfile.write("output.wav", model.sample_rate, audio.numpy())
  `
  return { id: 'speak', title: 'Read a text aloud', code: pythonBlock(target, code) }
}

function configured(facts: ModelFacts, target: Target, config: string): Draft {
  const code = py`
    import scipy.io.wavfile
    from huggingface_hub import hf_hub_download
    from pocket_tts import TTSModel

    config = hf_hub_download(${facts.id}, ${config}${pythonRevision(target)})
    model = TTSModel.load_model(config=config)
    voice = model.get_state_for_audio_prompt(${fill('your-voice.wav')})
    audio = model.generate_audio(voice, "The tide turns at noon.")
    scipy.io.wavfile.write("output.wav", model.sample_rate, audio.numpy())
  `
  return { id: 'speak', title: 'Read a text aloud, in a voice of your own', code: pythonBlock(target, code) }
}
