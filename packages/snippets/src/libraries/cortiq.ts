import { type Block, fill, lines, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/** @see https://github.com/infosave2007/cmf — cortiq-cli */
export const library = defineLibrary({
  id: 'cortiq',
  label: 'cortiq',
  repo: 'https://github.com/infosave2007/cmf',
  docs: 'https://github.com/infosave2007/cmf/blob/master/docs/CMF_V2_SPEC.md',
  downloads: ext('cmf'),
  names: { none: 'A program that cargo installs: its commands are on no Python or JavaScript registry.' },
  install: () => ({ tool: sh`cargo install cortiq-cli`, python: ['huggingface_hub'] }),
  snippets(facts, target) {
    const file = filesEnding(facts, '.cmf').find((name) => !name.startsWith('-'))
    const model = file === undefined ? sh`${fill('your-model.cmf')}` : sh`${file}`
    const download: Draft = {
      id: 'download',
      title: 'Download the model',
      code: lines('shell', [
        shellEndpoint(target),
        sh`hf download ${facts.id}${shellRevision(target)} --include "*.cmf" --local-dir .`,
        sh`ls *.cmf`,
      ]),
    }
    const notes: Note[] =
      file === undefined ? [{ code: 'file-missing', text: 'No .cmf file is known of this revision. Fill in its name.' }] : []
    return { drafts: [download, ...runs(facts, model)], notes }
  },
})

function runs(facts: ModelFacts, model: Block): Draft[] {
  const text = facts.widgetText
  switch (facts.task) {
    case 'text-to-image':
      return [
        {
          id: 'imagine',
          title: 'Then make a picture',
          code: sh`cortiq imagine ${model} --prompt ${text ?? 'A fox on a pebble beach, ink drawing'} --out fox.ppm`,
        },
      ]
    case 'text-to-video':
      return [
        {
          id: 'animate',
          title: 'Then make a film',
          code: sh`cortiq animate ${model} --prompt ${text ?? 'Waves roll onto a pebble beach'} --out clip.avi`,
        },
      ]
    case 'text-to-audio':
      return [
        {
          id: 'music',
          title: 'Then make a song',
          code: sh`cortiq music ${model} --prompt ${text ?? 'a slow shanty with accordion'} --lyrics ${'The wind has turned, we sail at dawn'} --seconds 20 --out song.wav`,
        },
      ]
    default:
      return [
        {
          id: 'run',
          title: 'Then run it in the terminal',
          code: sh`cortiq run ${model} --prompt ${text ?? 'Which ocean is the deepest?'}`,
        },
        {
          id: 'serve',
          title: 'Or serve it, with an OpenAI-compatible address',
          code: sh`cortiq serve ${model} --host 127.0.0.1 --port 8080`,
        },
      ]
  }
}
