import { fill, lines, py, when } from '../code/index.ts'
import { anyOf, ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** Configurations included in the package; repositories name the weight folders after them. */
const configurations = new Set(['F5TTS_v1_Base', 'F5TTS_v1_Small', 'F5TTS_Base', 'F5TTS_Small', 'E2TTS_Base', 'E2TTS_Small'])

/**
 * By default, the class loads SWivid/F5-TTS; weights and vocabulary are passed as paths. @see https://github.com/SWivid/F5-TTS — API of release 1.1
 */
export const library = defineLibrary({
  id: 'f5-tts',
  label: 'F5-TTS',
  repo: 'https://github.com/SWivid/F5-TTS',
  filter: false,
  downloads: anyOf(ext('safetensors'), ext('pt')),
  names: { pypi: ['f5-tts', 'huggingface_hub'] },
  install: () => ({ python: ['f5-tts', 'huggingface_hub'] }),
  snippets(facts, target) {
    const weights = weightsOf(facts)
    const vocabulary =
      facts.files.find((file) => file === `${weights?.folder ?? ''}/vocab.txt`) ?? facts.files.find((file) => file === 'vocab.txt')
    const revision = pythonRevision(target)
    const notes: Note[] = [
      ...(weights === undefined
        ? [{ code: 'file-missing' as const, text: 'No .safetensors or .pt file is known of this revision. Fill in its path.' }]
        : []),
      ...(weights?.configuration === undefined
        ? [
            {
              code: 'version-unknown' as const,
              text: 'No folder tells the configuration of the weights: F5TTS_v1_Base is taken. F5TTS_Base and E2TTS_Base are those of older weights.',
            },
          ]
        : []),
      {
        code: 'fixed-model',
        text: 'What turns spectrograms into sound comes from charactr/vocos-mel-24khz: that has to be on this hub too.',
      },
    ]
    const code = py`
      from f5_tts.api import F5TTS
      from huggingface_hub import hf_hub_download

      ${lines('python', [
        py`weights = hf_hub_download(${facts.id}, ${weights?.file ?? fill('F5TTS_v1_Base/your-weights.safetensors')}${revision})`,
        vocabulary === undefined ? undefined : py`vocabulary = hf_hub_download(${facts.id}, ${vocabulary}${revision})`,
        py`model = F5TTS(${weights?.configuration ?? 'F5TTS_v1_Base'}, ckpt_file=weights${when(vocabulary !== undefined, py`, vocab_file=vocabulary`)}${when(
          target.device !== 'auto',
          py`, device=${target.device}`,
        )})`,
      ])}
      model.infer(
          ref_file=${fill('your-voice.wav')},
          ref_text=${fill('what is said in your recording')},
          gen_text=${facts.widgetText ?? 'The wind turned in the night, and we sailed at dawn.'},
          file_wave="output.wav",
      )
    `
    return { drafts: [{ id: 'speak', title: 'Speak with the voice of a recording', code: pythonBlock(target, code) }], notes }
  },
})

/** The weights of the newest configuration, otherwise any; those for BigVGAN need a separate program. */
function weightsOf(facts: ModelFacts) {
  const files = [...filesEnding(facts, '.safetensors'), ...filesEnding(facts, '.pt')].filter(
    (file) => !file.startsWith('-') && !/bigvgan|vocos/i.test(file),
  )
  const found = files.map((file) => {
    const folder = file.slice(0, Math.max(file.lastIndexOf('/'), 0))
    const name = folder.slice(folder.lastIndexOf('/') + 1)
    return { file, folder, configuration: configurations.has(name) ? name : undefined }
  })
  for (const wanted of configurations) {
    const first = found.find(({ configuration }) => configuration === wanted)
    if (first) return first
  }
  return found[0]
}
